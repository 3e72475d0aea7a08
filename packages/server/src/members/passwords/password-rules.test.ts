// Passwords that everybody guesses first are refused, those that nobody does are not, and none is
// refused for its make-up.

import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GUESSED_WORDS } from "./guessed-words.ts";
import { refusePassword } from "./password-rules.ts";

const refusalOf = (password: string, accounts: readonly string[] = []) =>
  refusePassword(password, accounts)?.reason ?? null;

/**
 * Those of 8 characters and more among the 199 most used passwords of 2025 (as collected by
 * SecLists): another list than the rules were written from.
 */
const MOST_USED_2025 = `
12345678 123456789 password Aa123456 1234567890 Pass@123 admin123 12345678910 P@ssw0rd Password
Aa@123456 admintelecom Admin@123 abcd1234 qwerty123 Abcd@1234 Pass@1234 11223344 admin@123
87654321 987654321 123123123 1q2w3e4r Aa112233 12341234 qwertyuiop 11111111 Password@123 Aboy1234
Admin123 Demo@123 1q2w3e4r5t admin1234 aa123456 asdf1234 Abcd1234 guru123456 Welcome@123 Password1
123456789a Kapler123 administrator 1122334455 Test@123 qwer1234 asdfghjkl Global123@ 10203040
1234qwer India@123 Abcd@123 1qaz2wsx 88888888 12345678a Aa123123 12344321 123456aA@ 1234abcd
admin123456 12121212 abc12345 Abc@1234 admin12345 Qwerty123 12345678900 Aa123456789 1111111111
12345678901 q1w2e3r4 password123 Heslo1234 22446688 Abc12345 vodafone bismillah a123456789
Password123 user1234 1234567891 1234512345 adminisp 1234567899 P@$$w0rd Aa12345678 Passw0rd
adminadmin qwerty12345 gvt12345 minecraft abcd@1234 pakistan Welcome1 theworldinyourhand aabb1122
Asdf1234 a1b2c3d4 password1 Abc@12345 Aa102030 Pass@12345 Aa@12345 111111111 p@ssw0rd lol123456
147258369 123456Aa Aa@1234567 Admin@1234 1234554321 12qwaszx a12345678 aa112233 qwer4321 a1234567
Qwerty@123 12345679 Ab123456 Aa@123456789 Abcd1234@ 123qweasd Admin1234 pakistan123 A123456a
qwerty1234 1234567a abc123456 turktelekom test1234 999999999 123456788 contraseña 1qazxsw2
Password@1 qwerty123456 11112222 aaaa1111 q1w2e3r4t5 aa123123 azerty123 Aa1234567 changeme
12345678@ P@55w0rd asd12345 zxcvbnm123 123admin
`
  .trim()
  .split(/\s+/);

describe("T09: passwords of a breach that the rules were not written from", () => {
  it("are refused, all but names of firms and a slogan", () => {
    const chosen = MOST_USED_2025.filter((password) => refusalOf(password) === null);
    expect(MOST_USED_2025.length).toBeGreaterThan(130);
    expect(chosen.length / MOST_USED_2025.length, chosen.join(" ")).toBeLessThan(0.06);
  });
});

describe("T09: passwords that are drawn", () => {
  it("are not refused", () => {
    const drawn = Array.from({ length: 1_000 }, () => randomBytes(9).toString("base64url"));
    expect(drawn.filter((password) => refusalOf(password) !== null)).toEqual([]);
  });
});

describe("T09: a password", () => {
  it.each([
    "password",
    "Password1",
    "P@ssw0rd!",
    "passw0rd2024",
    "12345678",
    "87654321",
    "1234567890",
    "qwertyuiop",
    "1qaz2wsx3edc",
    "11111111",
    "abcabcabc",
    "iloveyou1",
    "Football99",
    "!!letmein!!",
    "welcome2026",
    "monkeymonkey",
    "19900131",
    "31.12.1999",
    "Truetick1",
    "ｐａｓｓｗｏｒｄ１",
    "aa123456",
    "a12345678",
    "123456789a",
    "1qazxsw2",
    "zaq12wsx",
    "12qwaszx",
    "5201314520",
    "159753456",
    "789456123",
    "qwe123qwe",
    "asd123asd",
    "10203040",
    "woaini1314",
    "chelsealiverpool",
  ])("%s is one that everybody guesses", (password) => {
    expect(refusalOf(password)).toBe("PASSWORD_COMMON");
  });

  it.each([
    "correct horse battery staple",
    "Tr0ub4dor&3",
    "maple stapler",
    "ünïcödé-wörds",
    "密碼不是這個喔好嗎",
    "84629175503",
    "gate7-lamp-Oslo",
    "vT9q-4Lw2",
    "kfzwbhxq",
    "the sun is up early",
  ])("%s is one that may be chosen", (password) => {
    expect(refusalOf(password)).toBeNull();
  });

  it("has 8 to 128 characters as people count them", () => {
    expect(refusalOf("short-7")).toBe("PASSWORD_TOO_SHORT");
    expect(refusalOf("🐎🐎🐄🐄🐖🐖🐑")).toBe("PASSWORD_TOO_SHORT");
    expect(refusalOf("🐎🐄🐖🐑🐓🦆🐈🐕")).toBeNull();
    const long = randomBytes(64).toString("hex");
    expect(refusalOf(long)).toBeNull();
    expect(refusalOf(`${long}x`)).toBe("PASSWORD_TOO_LONG");
  });

  it.each(["ann.lee@example.test", "ANN.LEE@example.test", "ann.lee1@example.test"])(
    "%s is not the password of itself",
    (account) => {
      expect(refusalOf(account, [account.toLowerCase()])).toBe("PASSWORD_IS_ACCOUNT");
      const local = account.split("@")[0] ?? "";
      if (local.length >= 8) {
        expect(refusalOf(local, [account.toLowerCase()])).toBe("PASSWORD_IS_ACCOUNT");
      }
    },
  );

  it("is not a number that logs in", () => {
    expect(refusalOf("85291234567", ["+85291234567"])).toBe("PASSWORD_IS_ACCOUNT");
  });

  it("at random is never common", () => {
    for (let count = 0; count < 5_000; count += 1) {
      expect(refusalOf(randomBytes(9).toString("base64"))).toBeNull();
    }
  });

  it("has enough words behind it", () => {
    expect(GUESSED_WORDS.size).toBeGreaterThan(900);
  });
});
