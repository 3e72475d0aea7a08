// Bytes and their one spelling in base64 and in hexadecimal: there and back, and nothing else.

import fc from "fast-check";
import { expect, it } from "vitest";
import { fromBase64, toBase64 } from "./base64.ts";
import { fromHex, toHex } from "./bytes.ts";

it("bytes come back from their spelling", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      expect(fromHex(toHex(bytes))).toEqual(bytes);
    }),
  );
});

it("P16: a text that is read at all is the spelling of what was read", () => {
  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."AQgw09+/=-_ \n"), maxLength: 12 }),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(..."09afAFgé "), maxLength: 12 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const [base, hex] = [fromBase64(text), fromHex(text)];
      if (base) expect(toBase64(base)).toBe(text);
      if (hex) expect(toHex(hex)).toBe(text);
    }),
    { numRuns: 5_000 },
  );
  for (const text of ["QQ", "QQ=", "QR==", "QQ==\n", " QQ==", "Q===", "="]) {
    expect(fromBase64(text)).toBeNull();
  }
  for (const text of ["A", "AA", "0g", "é0", "0 "]) expect(fromHex(text)).toBeNull();
});
