// Fields are read strictly: flat, named once, texts only (T06), whatever bytes arrive.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { readJson, readUrlEncoded } from "./read-fields.ts";

const plain = (fields: ReturnType<typeof readJson>) =>
  isRefused(fields) ? fields.reason : { ...fields };

describe("query and form", () => {
  it.each([
    ["", {}],
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a=1&&b=2&", { a: "1", b: "2" }],
    ["a", { a: "" }],
    ["a=", { a: "" }],
    ["a=b=c", { a: "b=c" }],
    ["q=EUR%2FUSD+now", { q: "EUR/USD now" }],
    ["q=%E9%BB%83%E9%87%91", { q: "黃金" }],
    ["a=1&a=2", "DUPLICATE_PARAMETER"],
    ["a=1&%61=2", "DUPLICATE_PARAMETER"],
    ["a[]=1", "MALFORMED"],
    ["a[$gt]=1", "MALFORMED"],
    ["a[b][c]=1", "MALFORMED"],
    ["__proto__=1", "MALFORMED"],
    ["constructor=1", "MALFORMED"],
    ["=1", "MALFORMED"],
    ["a=%", "MALFORMED"],
    ["a=%zz", "MALFORMED"],
    ["a=%ff", "MALFORMED"],
    ["a=%c0%80", "MALFORMED"],
    ["a=%00", "MALFORMED"],
    ["a=%ed%a0%80", "MALFORMED"],
    [`${"x".repeat(65)}=1`, "MALFORMED"],
    [Array.from({ length: 65 }, (_, at) => `f${at}=1`).join("&"), "MALFORMED"],
  ])("T06: %s", (source, expected) => {
    expect(plain(readUrlEncoded(source))).toEqual(expected);
  });

  it("round trips what URLSearchParams writes", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/).filter((key) => key !== "constructor");
    const value = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 20 }), (fields) => {
        const source = new URLSearchParams(fields).toString();
        expect(plain(readUrlEncoded(source))).toEqual({ ...fields });
      }),
    );
  });
});

describe("JSON", () => {
  it.each([
    ["{}", {}],
    ['{"a":"1","b":""}', { a: "1", b: "" }],
    [' { "a" : "x\\"}:y" , "b" : "{" } ', { a: 'x"}:y', b: "{" }],
    ['{"a":"1","a":"2"}', "DUPLICATE_PARAMETER"],
    ['{"a":"1","\\u0061":"2"}', "DUPLICATE_PARAMETER"],
    ['{"a":{},"a":"2"}', "DUPLICATE_PARAMETER"],
    ['{"a":1}', "FIELD_INVALID"],
    ['{"a":null}', "FIELD_INVALID"],
    ['{"a":true}', "FIELD_INVALID"],
    ['{"a":["1"]}', "FIELD_INVALID"],
    ['{"a":{"b":"1"}}', "FIELD_INVALID"],
    ['{"__proto__":"1"}', "MALFORMED"],
    ['{"__proto__":{"isStaff":true}}', "MALFORMED"],
    ['{"a":"\\u0000"}', "MALFORMED"],
    ['{"a":"\\ud800"}', "MALFORMED"],
    ["[]", "MALFORMED"],
    ["null", "MALFORMED"],
    ['"a"', "MALFORMED"],
    ["{", "MALFORMED"],
    ["", "MALFORMED"],
    ['{"a":"1"}{"a":"1"}', "MALFORMED"],
  ])("T06: %s", (source, expected) => {
    expect(plain(readJson(source))).toEqual(expected);
  });

  it("T06: refuses any repeated name, whatever stands around it", () => {
    const name = fc.stringMatching(/^[a-z]{1,4}$/);
    const pair = fc.tuple(name, fc.json());
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), fc.nat(), (pairs, pick) => {
        const again = pairs[pick % pairs.length]?.[0] ?? "";
        const source = [...pairs, [again, '"x"']].map(([key, value]) => `"${key}":${value}`);
        expect(isRefused(readJson(`{${source.join(",")}}`))).toBe(true);
      }),
    );
  });

  it("reads what JSON.stringify writes, on one line or many", () => {
    const name = fc.stringMatching(/^[a-z][A-Za-z0-9_.-]{0,20}$/).filter((key) => !(key in {}));
    const value = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
    const fields = fc.dictionary(name, value, { maxKeys: 20 });
    fc.assert(
      fc.property(fields, fc.nat({ max: 2 }), (given, indent) => {
        expect(plain(readJson(JSON.stringify(given, null, indent)))).toEqual({ ...given });
        const spaced = Object.entries(given).map(
          ([key, text]) => `"${key}"  : ${JSON.stringify(text)} `,
        );
        expect(plain(readJson(`{ ${spaced.join(", ")} }`))).toEqual({ ...given });
      }),
    );
  });

  it("never throws and never answers anything but texts", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (source) => {
        for (const fields of [readJson(source), readUrlEncoded(source)]) {
          if (isRefused(fields)) continue;
          expect(Object.values(fields).every((value) => typeof value === "string")).toBe(true);
        }
      }),
    );
  });
});
