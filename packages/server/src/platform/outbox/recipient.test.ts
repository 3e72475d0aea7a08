// T12: where one recipient belongs, nothing else fits: no second address, no header, no command.

import { describe, expect, it } from "vitest";
import { isOneLine, isOneRecipient } from "./recipient.ts";
import { HOSTILE_EMAILS } from "./testing/hostile-addresses.ts";

describe("T12: one recipient", () => {
  it.each(HOSTILE_EMAILS)("no e-mail: %j", (to) => {
    expect(isOneRecipient("email", to)).toBe(false);
  });

  it.each([
    "a@b.test",
    "first.last+tag@sub.example.co",
    "O'Neil_1@xn--bcher-kva.test",
    "x@example.xn--p1ai",
    `${"a".repeat(64)}@b.test`,
  ])("an e-mail: %s", (to) => {
    expect(isOneRecipient("email", to)).toBe(true);
  });

  it.each([
    "",
    "85212345678",
    "+0123456789",
    "+852 1234 5678",
    "+85212345678,+85212345679",
    "+85212345678\n",
    "+1234567890123456",
    "+123456",
    "whatsapp:+85212345678",
    "+٨٥٢١٢٣٤٥٦٧٨",
  ])("no number: %j", (to) => {
    expect(isOneRecipient("sms", to)).toBe(false);
  });

  it("a number in E.164", () => {
    expect(isOneRecipient("sms", "+85212345678")).toBe(true);
    expect(isOneRecipient("sms", "a@b.test")).toBe(false);
    expect(isOneRecipient("email", "+85212345678")).toBe(false);
  });

  it.each(["a\r\nBcc: c@d.test", "a\nb", "a\u0000b", "a\u0085b", "a\u2028b"])(
    "no line: %j",
    (subject) => {
      expect(isOneLine(subject)).toBe(false);
      expect(isOneLine("您的驗證碼 — Ihr Code")).toBe(true);
    },
  );
});
