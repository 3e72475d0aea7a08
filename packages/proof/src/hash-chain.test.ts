// The chain against links computed with the system's own sha256sum.

import { describe, expect, it } from "vitest";
import { CHAIN_GENESIS, chainHash } from "./hash-chain.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (link: Uint8Array) => Buffer.from(link).toString("hex");

describe("chainHash", () => {
  it("gives the known links", () => {
    const first = chainHash(CHAIN_GENESIS, bytes("abc"));
    expect(hex(first)).toBe("d110ef3a43db9e8f553590f8475811068e2afa003f923173ac429db09734f004");
    expect(hex(chainHash(first, bytes("def")))).toBe(
      "49a9aafe46f83f068a537ccaac472d9e483e6c42e32c4654a6faf798f3f67d27",
    );
  });

  it("tells when a record is changed, dropped, moved or cut elsewhere (inv19)", () => {
    const chain = (records: string[]) =>
      hex(records.reduce((link, record) => chainHash(link, bytes(record)), CHAIN_GENESIS));
    const honest = chain(["a", "b", "c"]);
    const others = [
      ["a", "b", "d"],
      ["a", "c"],
      ["b", "a", "c"],
      ["a", "bc"],
      ["ab", "c"],
    ];
    for (const records of others) expect(chain(records)).not.toBe(honest);
  });

  it("refuses a link that is none", () => {
    expect(() => chainHash(new Uint8Array(31), bytes("a"))).toThrow("32 bytes");
  });
});
