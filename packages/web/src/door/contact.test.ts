// The rules of a form that spare a round trip: they let every real address and number through, and
// speak in the server's words about the right field.
// @vitest-environment node

import { describe, expect, test } from "vitest";
import type { ReasonText } from "../languages/use-reason-text.ts";
import { type ContactValues, checkContact, contactOf, isEmail, isMobile } from "./contact.ts";
import { guessAreaId } from "./guess-area.ts";
import { checkNewPassword } from "./new-password.ts";

const say: ReasonText = (reason) => reason;
const EMPTY: ContactValues = { kind: "email", email: "", mobile: "", areaId: "" };

test.each([
  "a@b.co",
  " member@example.test ",
  "first.last+tag@sub.example.museum",
  "müller@exämple.de",
  "用戶@例子.香港",
  "o'brien@example.ie",
])("%j can be an e-mail address", (email) => expect(isEmail(email)).toBe(true));

test.each(["", "a", "a@b", "a@b.", "@b.co", "a b@c.co", "a@b@c.co", `${"x".repeat(250)}@b.co`])(
  "%j cannot",
  (email) => expect(isEmail(email)).toBe(false),
);

test.each(["5512 3456", "+852 5512-3456", "(020) 7946.0958", "０９０１２３４５６７８", "1234"])(
  "%j can be a mobile number",
  (mobile) => expect(isMobile(mobile)).toBe(true),
);

test.each(["", "123", "phone", "+", "12345678901234567", "55+12345"])("%j cannot be", (mobile) =>
  expect(isMobile(mobile)).toBe(false),
);

describe("an account is named", () => {
  test.each<[Partial<ContactValues>, object]>([
    [{}, { email: "ACCOUNT_REQUIRED" }],
    [{ email: "x" }, { email: "EMAIL_INVALID" }],
    [{ email: "a@b.co" }, {}],
    [{ kind: "mobile" }, { mobile: "ACCOUNT_REQUIRED" }],
    [{ kind: "mobile", mobile: "x" }, { mobile: "MOBILE_INVALID" }],
    [{ kind: "mobile", mobile: "5512345" }, { areaId: "AREA_UNKNOWN" }],
    [{ kind: "mobile", mobile: "5512345", areaId: "344" }, {}],
    [{ kind: "mobile", mobile: "+8525512345" }, {}],
  ])("%j: %j", (given, errors) => {
    expect(checkContact({ ...EMPTY, ...given }, say)).toEqual(errors);
  });

  test("by what is chosen, without the spaces around it", () => {
    const both: ContactValues = { kind: "email", email: " a@b.co ", mobile: " 55 ", areaId: "344" };
    expect(contactOf(both)).toEqual({ kind: "email", account: "a@b.co", areaId: null });
    expect(contactOf({ ...both, kind: "mobile" })).toEqual({
      kind: "mobile",
      account: "55",
      areaId: "344",
    });
  });

  test("a number with its dial code needs no country", () => {
    const values: ContactValues = { ...EMPTY, kind: "mobile", mobile: "+44 20", areaId: "344" };
    expect(contactOf(values).areaId).toBeNull();
  });
});

describe("a new password", () => {
  const texts = { missing: "missing", unequal: "unequal" };

  test.each<[string, string, object]>([
    ["", "", { password: "missing", repeated: "missing" }],
    ["short", "short", { password: "PASSWORD_TOO_SHORT" }],
    ["x".repeat(129), "x".repeat(129), { password: "PASSWORD_TOO_LONG" }],
    ["long enough", "", { repeated: "missing" }],
    ["long enough", "long enougH", { repeated: "unequal" }],
    ["long enough", "long enough", {}],
    ["👩‍🚀🚀🚀🚀", "👩‍🚀🚀🚀🚀", { password: "PASSWORD_TOO_SHORT" }],
  ])("%j and %j: %j", (password, repeated, errors) => {
    expect(checkNewPassword({ password, repeated }, say, texts)).toEqual(errors);
  });
});

test("the country is guessed from the first language that names one", () => {
  const area = { name: "", dialCode: "", isRestricted: false };
  const areas = [
    { ...area, id: "344", code: "HK" },
    { ...area, id: "826", code: "GB" },
  ];
  expect(guessAreaId(areas, ["en", "en-GB", "zh-HK"])).toBe("826");
  expect(guessAreaId(areas, ["zh-Hant-HK"])).toBe("344");
  expect(guessAreaId(areas, ["fr-FR", "en-GB"])).toBe("");
  expect(guessAreaId(areas, ["*", "en"])).toBe("");
});
