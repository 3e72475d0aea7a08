// How people speak of secrets and of handing them over, in the languages of the platform. Used by
// outgoing-words.ts alone. Matched inside words, without accents and case, so each is as short as
// it can be without meaning something else.

/** What nobody of the staff may ask for (T32). */
export const SECRET_WORDS: readonly string[] = [
  // Everywhere.
  "otp|2fa|totp|cvv|cvc|passcode|passphrase|seed phrase|authenticator|sms code",
  // en
  "password|verification code|security code|login code|one-time code|recovery code|backup code",
  "access code|confirmation code|auth code|private key|secret key|recovery phrase|mnemonic",
  "6-digit|six-digit|six digit|6 digit|your code|the code|a code|pin code|your pin",
  // hk
  "密碼|密码|驗證碼|验证码|安全碼|动态码|動態碼|校驗碼|私鑰|私钥|助記詞|助记词|恢復碼|一次性代碼",
  // jp
  "パスワード|暗証番号|認証コード|確認コード|秘密鍵|リカバリーコード|ワンタイム|シードフレーズ",
  // kr
  "비밀번호|인증번호|인증 코드|인증코드|확인 코드|개인 키|개인키|복구 코드|일회용",
  // th
  "รหัสผ่าน|รหัสยืนยัน|รหัสความปลอดภัย|รหัส otp|คีย์ส่วนตัว|รหัสกู้คืน",
  // vn, without its marks
  "mat khau|ma xac minh|ma xac nhan|ma xac thuc",
  "ma bao mat|khoa rieng|ma khoi phuc|cum tu khoi phuc",
  // fr
  "mot de passe|code de verification|code de securite|code de confirmation|cle privee|code recu",
  // de
  "passwort|kennwort|bestatigungscode",
  "sicherheitscode|einmalcode|privater schlussel|privaten schlussel",
  "wiederherstellungscode|ihren code|den code",
  // ru
  "парол|код подтверждения|код безопасности|код из смс|код из sms|приватный ключ|закрытый ключ",
  "код восстановления|одноразовый код|сид-фраз",
  // spa, pt
  "contrasena|codigo de verificacion|codigo de seguridad|clave privada|codigo de confirmacion",
  "palavra-passe|senha|codigo de verificacao",
  "codigo de seguranca|chave privada|frase de recuperacao",
  "su codigo|seu codigo|o codigo|el codigo",
  // ar
  "كلمة المرور|كلمة السر|رمز التحقق|رمز الامان|رمز التاكيد|المفتاح الخاص|رمز الاسترداد|الرقم السري",
  // it
  "codice di verifica|codice di sicurezza|chiave privata|codice di recupero|il codice|suo codice",
  // tr
  "sifre|parola|dogrulama kodu|guvenlik kodu|onay kodu|ozel anahtar|kurtarma kodu",
  // id, my
  "kata sandi|kode verifikasi|kode keamanan",
  "kunci pribadi|kode pemulihan|kata laluan|kod pengesahan",
  "kod keselamatan|kunci peribadi|kod pemulihan",
  // hi
  "पासवर्ड|सत्यापन कोड|सुरक्षा कोड|ओटीपी|निजी कुंजी|रिकवरी कोड",
  // cs
  "heslo|hesla|overovaci kod|bezpecnostni kod|soukromy klic|kod pro obnoveni|jednorazovy kod",
].flatMap((words) => words.split("|"));

/** How something is asked for. A question mark beside a secret asks, too. */
export const ASKING_WORDS: readonly string[] = [
  // en
  "send|give|tell|share|provide|reply with",
  "read me|read out|forward|type it|type your|enter it here",
  "what is|what's|need your|need the|confirm your|post it|message me|let me have|write me|submit",
  "hand over|dictate|supply|screenshot of",
  // hk
  "發送|发送|傳送|傳給|传给|提供|告訴|告诉|回覆|回复|發給|发给|給我|给我|報上|截圖|說出",
  // jp
  "送って|教えて|お知らせ|入力して|ご連絡|提供して|返信して|送信して|伝えて|お送り",
  // kr
  "보내|알려|제공|입력해|말씀|전달|회신",
  // th
  "ส่ง|บอก|แจ้ง|ให้เรา|ให้ผม|ให้ฉัน|ตอบกลับ|พิมพ์",
  // vn
  "gui|cho toi|cho chung toi|cung cap|tra loi|noi cho|doc cho|nhap vao day",
  // fr
  "envoye|donne|communique|fourni|transmet|dites|repond|partage",
  // de
  "senden|schicken|sagen|geben|nennen|teilen|mitteilen|antworten|ubermitteln|schreiben",
  // ru
  "отправ|пришл|сообщ|назов|дайте|дай |скаж|передай|напиш|продиктуй",
  // spa, pt
  "envi|mand|dig|facilit|compart|proporcion|respond",
  "comunique|escrib|escrev|informe|forneca|diga|passe",
  // ar
  "ارسل|اعط|اخبر|زود|شارك|اكتب|قل ل",
  // it
  "invi|mandi|comunichi|fornisc|condivid|rispond|scriv|mi dica",
  // tr
  "gonder|soyle|paylas|ilet|verin|yaz|bildir",
  // id, my
  "kirim|berikan|beri tahu|bagikan|sebutkan|hantar|beritahu|kongsi|balas",
  // hi
  "भेज|बता|साझा|दीजिए|दें|लिखें",
  // cs
  "posl|pošl|sdel|rekn|napis|zadejte|uvedte|predejte",
].flatMap((words) => words.split("|"));
