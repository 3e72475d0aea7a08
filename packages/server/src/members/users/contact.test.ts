// What people type as an address or a number becomes one spelling, or nothing: homoglyphs, lists,
// headers and numbers that cost are refused (T11, T12, T15, inv37).

import { describe, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { readContact } from "./contact.ts";
import { parseInviteCode } from "./invite-code.ts";
import { readEmail } from "./read-email.ts";
import { maskMobile, readMobile } from "./read-mobile.ts";

describe("T15: an e-mail address", () => {
  it.each([
    ["ann@example.test", "ann@example.test"],
    ["  Ann@Example.TEST ", "ann@example.test"],
    ["ＡＮＮ＠ｅｘａｍｐｌｅ．test", "ann@example.test"],
    ["ann@EXAMPLE。test", "ann@example.test"],
    ["\u212Aate@example.test", "kate@example.test"],
    ["ﬁona@example.test", "fiona@example.test"],
    ["o'brien+fx@sub.example.co.uk", "o'brien+fx@sub.example.co.uk"],
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["ann@例え.テスト", "ann@xn--r8jz45g.xn--zckzah"],
  ])("%s is %s", (typed, read) => {
    expect(readEmail(typed)).toBe(read);
    expect(readEmail(read)).toBe(read);
  });

  it.each([
    "",
    "ann",
    "@example.test",
    "ann@",
    "ann@localhost",
    "ann@@example.test",
    "ann@example..test",
    "ann@-example.test",
    "ann@example.1",
    "ann@127.0.0.1",
    "ann@[127.0.0.1]",
    ".ann@example.test",
    "ann.@example.test",
    "a..nn@example.test",
    "аnn@example.test",
    "ann\u0131@example.test",
    "İnn@example.test",
    "ann\u200b@example.test",
    "ann\u202e@example.test",
    `${"a".repeat(65)}@example.test`,
    `ann@${"a".repeat(250)}.test`,
  ])("%j is none", (typed) => {
    expect(readEmail(typed)).toBeNull();
  });

  it.each([
    "ann@example.test\r\nBcc: eve@example.test",
    "ann@example.test\nTo: eve@example.test",
    "ann@example.test\0",
    "ann@example.test%0abcc:eve@example.test",
    "ann%0d%0a@example.test",
    "ann@example.test, eve@example.test",
    "ann@example.test;eve@example.test",
    "ann@example.test eve@example.test",
    "Ann <ann@example.test>",
    '"ann@evil.test"@example.test',
    "ann(comment)@example.test",
    "eve%example.test@relay.test",
    "relay!eve@example.test",
    "@relay.test:ann@example.test",
    "ann@example.test\u2028eve@example.test",
    "$(id)@example.test",
    "`id`@example.test",
    "{{7*7}}@example.test",
    "ann@ex%61mple.test",
  ])("T12: %j is no recipient", (typed) => {
    expect(readEmail(typed)).toBeNull();
  });
});

describe("T15: a mobile number", () => {
  it.each([
    ["91234567", "HK", "+85291234567"],
    ["9123 4567", "HK", "+85291234567"],
    ["+852 9123-4567", null, "+85291234567"],
    ["＋８５２９１２３４５６７", null, "+85291234567"],
    ["+٨٥٢٩١٢٣٤٥٦٧", null, "+85291234567"],
    ["+८५२९१२३४५६७", null, "+85291234567"],
    ["07400 123456", "GB", "+447400123456"],
    ["(202) 555-0123", "US", "+12025550123"],
  ])("%s in %s is %s", (typed, area, number) => {
    expect(readMobile(typed, area)?.number).toBe(number);
  });

  it.each([
    ["", "HK"],
    ["1", "HK"],
    ["91234567", null],
    ["912345678901", "HK"],
    ["+999123456789", null],
    ["+85291234567,+85298765432", null],
    ["+85291234567\n+85298765432", null],
    ["9123 4567 ext 5", "HK"],
    ["tel:+85291234567", null],
    ["+19005550123", null],
    ["+18005550123", null],
    ["+447012345678", null],
  ])("%j in %s is none", (typed, area) => {
    expect(readMobile(typed, area)).toBeNull();
  });

  it("shows its owner its ends only", () => {
    expect(maskMobile("+85291234567")).toBe("+852 ••••• 567");
  });
});

describe("a contact", () => {
  const reasonOf = (typed: Parameters<typeof readContact>[0]) => {
    const read = readContact(typed);
    return isRefused(read) ? read.reason : read;
  };

  it("stands for the countries of its area and of its number (T81)", () => {
    expect(reasonOf({ kind: "mobile", account: "+8613812345678", areaId: "344" })).toMatchObject({
      countries: ["HK", "CN"],
    });
    expect(reasonOf({ kind: "email", account: "a@b.test", areaId: "156" })).toMatchObject({
      countries: ["CN"],
    });
  });

  it("of a number without its area is asked for it", () => {
    expect(reasonOf({ kind: "mobile", account: "91234567", areaId: null })).toBe("AREA_UNKNOWN");
    expect(reasonOf({ kind: "mobile", account: "91234567", areaId: "999" })).toBe("AREA_UNKNOWN");
    expect(reasonOf({ kind: "mobile", account: "12", areaId: "344" })).toBe("MOBILE_INVALID");
  });
});

describe("T80: an invite code", () => {
  it.each([
    ["0123456789", "0123456789"],
    ["abcde fghjk", "ABCDEFGHJK"],
    ["ABCDE-FGHJK", "ABCDEFGHJK"],
    ["OIL3456789", "0113456789"],
  ])("%s is %s", (typed, code) => {
    expect(parseInviteCode(typed)).toBe(code);
  });

  it.each(["", "123", "01234567890", "ABCDEFGHJU", "ABCDE'--FG"])("%j is none", (typed) => {
    expect(parseInviteCode(typed)).toBeNull();
  });
});
