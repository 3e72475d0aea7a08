// A key that a reader names is not the first of a house; what it signed before is still its own.

import { type EndorsedKey, endorsementMessage, toHex } from "@truetick/proof";
import { expect, it } from "vitest";
import { testSigner } from "../testing/test-signer.ts";
import { keysBefore } from "./keys-before.ts";

/** Keys of a house by their seeds, each endorsed by the one before. */
function listOf(...seeds: readonly number[]): EndorsedKey[] {
  return seeds.map((seed, at) => {
    const [key] = testSigner(seed).keys;
    if (!key) throw new Error("a signer has a key");
    const before = seeds[at - 1];
    if (before === undefined) return { ...key, endorsedBy: null, endorsement: null };
    const { signer } = testSigner(before);
    const endorsement = toHex(signer.sign(endorsementMessage(key)));
    return { ...key, endorsedBy: signer.keyId, endorsement };
  });
}

const [FIRST, SECOND, THIRD] = [11, 12, 13];
const list = listOf(FIRST, SECOND, THIRD);

it("walks back from the first key that is believed", async () => {
  expect(await keysBefore(list, list.slice(2))).toEqual(list.slice(0, 2));
  expect(await keysBefore(list, list.slice(1))).toEqual(list.slice(0, 1));
  expect(await keysBefore(list, list)).toEqual([]);
});

it("stops where a key does not endorse the next", async () => {
  const [stranger] = listOf(14);
  const [first, second, third] = list;
  if (!stranger || !first || !second || !third) throw new Error("there are four keys");
  expect(await keysBefore([stranger, second, third], [third])).toEqual([second]);
  expect(await keysBefore([first, stranger, third], [third])).toEqual([]);
});

it("has none for a key that is not in the list, or for no key", async () => {
  expect(await keysBefore(list, listOf(14))).toEqual([]);
  expect(await keysBefore(list, [])).toEqual([]);
});
