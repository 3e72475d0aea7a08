// A row's leaf fixes its place and every part; a part is shown without the others (P16).
import { describe, expect, it } from "vitest";
import { toHex } from "./bytes.ts";
import { partCommitment, rowLeaf, saltOf, wholeLeaf, wholeSalt } from "./row-leaf.ts";

const KEY = new Uint8Array(32).fill(7);
const PLACE = { shard: 0, seq: 41, atMs: 1_767_000_000_123 };
const text = (words: string) => new TextEncoder().encode(words);
const salts = [0, 1, 2].map((part) => saltOf(KEY, "journal/0", PLACE, part));
const commitments = ["asked", "opened", "charged"].map((words, part) =>
  partCommitment(salts[part] ?? new Uint8Array(16), text(words)),
);

describe("the leaf of a private row", () => {
  it("changes with its place, its parts and their order", () => {
    const leaf = toHex(rowLeaf(PLACE, commitments));
    const others = [
      rowLeaf({ ...PLACE, seq: 42 }, commitments),
      rowLeaf({ ...PLACE, shard: 1 }, commitments),
      rowLeaf({ ...PLACE, atMs: PLACE.atMs + 1 }, commitments),
      rowLeaf(PLACE, commitments.slice(0, 2)),
      rowLeaf(PLACE, [...commitments].reverse()),
    ];
    expect(new Set([leaf, ...others.map(toHex)]).size).toBe(6);
  });

  it("has another salt for every part, row, log and installation", () => {
    const all = [
      ...salts,
      saltOf(KEY, "journal/1", PLACE, 0),
      saltOf(KEY, "journal/0", { ...PLACE, seq: 42 }, 0),
      saltOf(new Uint8Array(32).fill(8), "journal/0", PLACE, 0),
    ];
    expect(new Set(all.map(toHex)).size).toBe(6);
  });

  it("hides what a part says: the same words under another salt look different", () => {
    const [first = new Uint8Array(16), second = new Uint8Array(16)] = salts;
    expect(toHex(partCommitment(first, text("asked")))).not.toBe(
      toHex(partCommitment(second, text("asked"))),
    );
  });
});

describe("the leaf of a row that is shown whole", () => {
  const salt = wholeSalt(KEY, "journal/0", PLACE);
  const row = { command: text("asked"), events: text("opened") };

  it("changes with its place, its salt, and where the command ends", () => {
    const leaves = [
      wholeLeaf(PLACE, salt, row),
      wholeLeaf({ ...PLACE, seq: 42 }, salt, row),
      wholeLeaf({ ...PLACE, shard: 1 }, salt, row),
      wholeLeaf({ ...PLACE, atMs: PLACE.atMs + 1 }, salt, row),
      wholeLeaf(PLACE, wholeSalt(KEY, "journal/0", { ...PLACE, seq: 42 }), row),
      wholeLeaf(PLACE, salt, { command: text("askedo"), events: text("pened") }),
      wholeLeaf(PLACE, salt, { command: text("asked"), events: text("closed") }),
      rowLeaf(PLACE, commitments),
    ];
    expect(new Set(leaves.map(toHex)).size).toBe(leaves.length);
  });

  it("has a salt that no other row and no part has, in whatever order they are asked for", () => {
    const seqs = [40, 41, 42, 43, 41, 40];
    const all = seqs.map((seq) => toHex(wholeSalt(KEY, "journal/0", { ...PLACE, seq })));
    expect(new Set(all).size).toBe(4);
    expect(all[4]).toBe(all[1]);
    const others = [
      wholeSalt(KEY, "journal/1", PLACE),
      wholeSalt(KEY, "journal/0", { ...PLACE, shard: 1 }),
      wholeSalt(new Uint8Array(32).fill(8), "journal/0", PLACE),
      ...salts,
    ];
    expect(new Set([...all, ...others.map(toHex)]).size).toBe(4 + others.length);
  });
});
