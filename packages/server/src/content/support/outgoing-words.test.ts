// T32: what may not leave the desk, in every language of the platform and however it is dressed up;
// and what honest work needs to say.

import { describe, expect, it } from "vitest";
import { objectTo } from "./outgoing-words.ts";

const ALLOWED = ["help.example.test", "trade.example.test"];
const ruleOf = (text: string) => objectTo(text, ALLOWED)?.rule ?? null;

/** Each asks for a secret, in its own language. */
const ASKING: readonly (readonly [string, string])[] = [
  ["en", "Please send me the 6-digit code from your phone."],
  ["en", "What is your password?"],
  ["en", "Could you share your recovery phrase with us"],
  ["en", "I need your verification code to continue"],
  ["en", "Reply with the OTP"],
  ["en", "Give us your private key so that we can check the wallet."],
  ["en", "your security code is 482913"],
  ["hk", "請提供您的驗證碼。"],
  ["hk", "把密碼告訴我"],
  ["jp", "認証コードを教えてください。"],
  ["kr", "인증번호를 알려 주세요."],
  ["th", "กรุณาส่งรหัสผ่านให้เรา"],
  ["vn", "Vui lòng gửi mã xác nhận cho tôi."],
  ["fr", "Envoyez-moi votre mot de passe."],
  ["de", "Bitte senden Sie mir Ihr Passwort."],
  ["ru", "Пришлите код подтверждения."],
  ["spa", "Envíe su código de verificación."],
  ["pt", "Envie a sua senha, por favor."],
  ["ar", "أرسل رمز التحقق من فضلك"],
  ["it", "Mi invii la password."],
  ["tr", "Lütfen şifrenizi gönderin."],
  ["id", "Kirim kode verifikasi Anda."],
  ["my", "Sila hantar kata laluan anda."],
  ["hi", "कृपया अपना पासवर्ड भेजें।"],
  ["cs", "Pošlete mi prosím heslo."],
];

/** The same, hidden from the eye of a program. */
const DRESSED = [
  "Please send me your pass\u200bword",
  "Please send me your ｐａｓｓｗｏｒｄ",
  "Please send me your PASSWORD",
  "Please send me your pass\u00adword",
  "P\u0301lease send your passwo\u0301rd",
];

const LINKS: readonly (readonly [string, string])[] = [
  ["Go to https://evil.test/login", "evil.test"],
  ["see http://help.example.test/x", "http:"],
  ["evil.com/login", "evil.com"],
  ["write to us at help@evil.com", "evil.com"],
  ["t.me/fake_support", "t.me"],
  ["https://help.example.test@evil.test/", "evil.test"],
  ["https://help.example.test.evil.test/", "help.example.test.evil.test"],
  ["www.evil.example", "www.evil.example"],
  ["evil [dot] com", "evil.com"],
  ["evil(.)com", "evil.com"],
  ["ev\u200bil.com", "evil.com"],
  ["evil。com", "evil.com"],
  ["ｅｖｉｌ．ｃｏｍ", "evil.com"],
  ["http://203.0.113.7/pay", "203.0.113.7"],
  ["xn--80ak6aa92e.com", "xn--80ak6aa92e.com"],
  ["аррӏе.com", "аррӏе.com"],
  ["javascript:alert(1)", "javascript:"],
  ["tg://resolve?domain=fake", "tg:"],
];

const HONEST = [
  "Hello, how can I help?",
  "To change your password, open Settings and then Security.",
  "We never ask for your password or for a code.",
  "Your withdrawal of 1,250.00 USD was paid on Monday.",
  "Order 48213 was closed at 1.08432 by your stop loss.",
  "Your deposit number is 100234. It will be credited today.",
  "The margin call came at 14:05:10 UTC, as the tape of EURUSD shows.",
  "See https://help.example.test/fees for the fees.",
  "Please upload a clearer picture of your document, e.g. in daylight.",
  "Thanks!Please wait a moment",
  "您的提款已經處理，請稍候。",
  "出金は完了しました。",
  "تمت معالجة طلب السحب الخاص بك.",
  "Ihre Auszahlung ist unterwegs.",
];

describe("T32: staff cannot ask for a secret", () => {
  it.each(ASKING)("%s: %s", (_language, text) => expect(ruleOf(text)).toBe("secret"));
  it.each(DRESSED)("however it is written: %j", (text) => expect(ruleOf(text)).toBe("secret"));
});

describe("T32: staff cannot send people elsewhere", () => {
  it.each(LINKS)("%s", (text, host) =>
    expect(objectTo(text, ALLOWED)).toEqual({ rule: "link", host }),
  );
});

it.each(HONEST)("what honest work needs is said: %s", (text) => expect(ruleOf(text)).toBeNull());
