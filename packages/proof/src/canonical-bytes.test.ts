// Canonical bytes: one spelling per value, and no value without one.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Canonical, canonicalBytes } from "./canonical-bytes.ts";

const spelled = (value: Canonical) => new TextDecoder().decode(canonicalBytes(value));

describe("canonicalBytes", () => {
  it("sorts keys at every depth and leaves no spaces", () => {
    expect(spelled({ b: [1, { z: null, a: true }], a: "é" })).toBe(
      '{"a":"é","b":[1,{"a":true,"z":null}]}',
    );
  });

  it("spells a bigint and a number of equal value alike", () => {
    expect(spelled(1_158_260n)).toBe(spelled(1_158_260));
    expect(spelled(-0)).toBe("0");
    expect(spelled(2n ** 70n)).toBe("1180591620717411303424");
  });

  it("refuses fractions, infinities and holes", () => {
    for (const value of [0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => canonicalBytes(value)).toThrow("only safe integers");
    }
    // Untyped callers exist: a missing field must not vanish from what is signed.
    const holed = { a: undefined } as unknown as Canonical;
    expect(() => canonicalBytes(holed)).toThrow("no canonical bytes");
  });

  it("keeps strings that differ only in a lone surrogate apart", () => {
    expect(spelled("\ud800")).not.toBe(spelled("\ud801"));
  });

  it("does not depend on the order in which fields were written", () => {
    const record = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.maxSafeInteger()));
    fc.assert(
      fc.property(record, (fields) => {
        const reversed = Object.fromEntries(Object.entries(fields).reverse());
        expect(spelled(reversed)).toBe(spelled(fields));
      }),
    );
  });

  it("loses nothing: the value can be read back, so no two share bytes", () => {
    const { value } = fc.letrec<{ value: Canonical }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constant(null),
        fc.boolean(),
        fc.maxSafeInteger().map((integer) => (integer === 0 ? 0 : integer)),
        fc.string({ unit: "binary" }),
        fc.array(tie("value")),
        fc.dictionary(fc.string(), tie("value"), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (each) => {
        expect(JSON.parse(spelled(each))).toEqual(each);
      }),
    );
  });
});
