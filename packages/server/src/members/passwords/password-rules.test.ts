// Passwords that everybody guesses first are refused, those that nobody does are not, and none is
// refused for its make-up.

import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GUESSED_WORDS } from "./guessed-words.ts";
import { refusePassword } from "./password-rules.ts";

const refusalOf = (password: string, accounts: readonly string[] = []) =>
  refusePassword(password, accounts)?.reason ?? null;

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
