// Seeds against published vectors: derivation is RFC 4231's HMAC-SHA256, the commitment was
// computed with sha256sum.

import { describe, expect, it } from "vitest";
import { commitSeed, deriveSeed, SEED_BYTES } from "./seed.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("deriveSeed", () => {
  it("is HMAC-SHA256 (RFC 4231, cases 1 and 2)", () => {
    expect(hex(deriveSeed(Buffer.alloc(20, 0x0b), "Hi There"))).toBe(
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    );
    expect(hex(deriveSeed(Buffer.from("Jefe"), "what do ya want for nothing?"))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });
});

describe("commitSeed", () => {
  it("gives the known commitment", () => {
    expect(commitSeed(new Uint8Array(SEED_BYTES))).toBe(
      "478fac4ad74c91d1cd39564ca70c8901a1ca8cc39d22330ccd81e7e2e97ee89f",
    );
  });

  it("refuses a seed that could be guessed by its length", () => {
    expect(() => commitSeed(new Uint8Array(16))).toThrow("32 bytes");
  });
});
