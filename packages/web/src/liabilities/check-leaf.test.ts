// The check of the own leaf as the browser does it: in, and every way in which a house could lie.

import { type LiabilityDay, millionthsToText, type OwnLiability } from "@truetick/contract/proof";
import { liabilityLeaf, ownerCommitment, sumPath, sumRoot, toHex } from "@truetick/proof";
import { describe, expect, it } from "vitest";
import { checkLeaf } from "./check-leaf.ts";

const UID = "123456789";
const SALT = new Uint8Array(16).fill(7);

function publish(amount: bigint, uid = UID): OwnLiability {
  const nobody = liabilityLeaf(new Uint8Array(32).fill(9), 5_000_000n);
  const leaves = [nobody, liabilityLeaf(ownerCommitment(SALT, uid), amount)];
  const { hash, sum } = sumRoot(leaves);
  const day: LiabilityDay = {
    asOf: 1_767_650_400,
    journalSeq: 12,
    otherJournals: [],
    root: toHex(hash),
    sum: millionthsToText(sum),
    leaves: 2,
    auditSeq: 3,
    publishedAt: 1_767_650_460,
    reserves: null,
    cover: null,
  };
  const path = sumPath(leaves, 1).map((node) => {
    return { hash: toHex(node.hash), sum: millionthsToText(node.sum) };
  });
  const leaf = { salt: toHex(SALT), amount: millionthsToText(amount), index: 1, path };
  return { day, leaf, cash: "70.000000", copying: "20.000000", held: "10.000000" };
}

const HONEST = publish(100_000_000n);
const check = (own: OwnLiability, more: Partial<Parameters<typeof checkLeaf>[0]> = {}) =>
  checkLeaf({ own, published: own.day, uid: UID, closing: "70.000000", ...more });

describe("the own leaf", () => {
  it("H16: is in the total, with what the statement says", () => {
    expect(check(HONEST)).toEqual({ kind: "in", counted: "100.000000" });
  });

  it("H16: of an account below zero counts the rest alone", () => {
    const own = publish(30_000_000n);
    expect(check(own, { closing: "-5.000000" })).toEqual({ kind: "in", counted: "30.000000" });
  });

  it("H16: made smaller is told", () => {
    const own = publish(99_999_999n);
    expect(check(own)).toEqual({ kind: "amount", counted: "99.999999", owed: "100.000000" });
    const leaf = own.leaf && { ...own.leaf, amount: "100.000000" };
    expect(check({ ...own, leaf })).toEqual({ kind: "path", where: "root" });
  });

  it("H16: that is not there is told, unless nothing was owed", () => {
    const absent = { ...HONEST, leaf: null };
    expect(check(absent)).toEqual({ kind: "absent", owed: "100.000000" });
    const empty = { ...absent, copying: "0.000000", held: "0.000000" };
    expect(check(empty, { closing: "0.000000" })).toEqual({ kind: "newer" });
  });

  it("H16: of somebody else is told", () => {
    expect(check(publish(100_000_000n, "987654321"))).toEqual({ kind: "path", where: "root" });
  });

  it("H16: under another root than everybody is shown is told", () => {
    const { day } = publish(1n);
    expect(check(HONEST, { published: day })).toEqual({ kind: "other" });
    expect(check(HONEST, { published: null })).toEqual({ kind: "other" });
  });

  it("that cannot be read is told", () => {
    const leaf = HONEST.leaf && { ...HONEST.leaf, salt: "zz" };
    expect(check({ ...HONEST, leaf })).toEqual({ kind: "path", where: "malformed" });
    expect(check(HONEST, { closing: "abc" })).toEqual({ kind: "path", where: "malformed" });
  });
});
