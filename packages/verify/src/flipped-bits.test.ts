// P16: any single bit of a receipt, an inclusion or consistency path, a checkpoint, a tape file or
// an archive that is flipped makes the check fail, and the check says where. Ten thousand flips.

import { Buffer } from "node:buffer";
import type { Act } from "@truetick/engine/testing";
import { fromHex, openRow, readCheckpoint, toHex } from "@truetick/proof";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyArchive } from "./archive/verify-archive.ts";
import { verifyCheckpointExtension } from "./checkpoint-extension.ts";
import type { Verdict } from "./finding.ts";
import { verifyReceipt } from "./receipt/verify-receipt.ts";
import { TestPlatform } from "./testing/test-platform.ts";
import { verifyCheckpointFile } from "./verify-checkpoint-file.ts";
import { verifyTapeFile } from "./verify-tape-file.ts";

const ACCOUNT = 11;
const RUN_TIMEOUT_MS = 240_000;

/** Orders, quotes and closings of a few accounts: a life in which the account is filled. */
const LIFE: readonly Act[] = Array.from({ length: 90 }, (_, at): Act => {
  const kind = [50, 10, 20, 72, 30, 66][at % 6] ?? 10;
  return [kind, at * 5, at % 3, at * 7, at * 14];
});

const platform = TestPlatform.live(LIFE);
const filled = platform
  .events(ACCOUNT)
  .filter(({ event }) => "fill" in event && event.fill.quoteConversion.length > 0);
const target = filled.at(-1) ?? platform.events(ACCOUNT)[0];
if (!target) throw new Error("the life has an event to look at");

type Checked = readonly [
  what: string,
  text: string,
  check: (text: string) => Promise<Verdict>,
  flips: number,
];

const FILES: readonly Checked[] = [
  [
    "receipt",
    platform.receipt(target.seq, target.part, ACCOUNT),
    (text) => verifyReceipt(text, platform),
    4_000,
  ],
  ["checkpoint", platform.checkpointFile(), (text) => verifyCheckpointFile(text, platform), 3_000],
  ["tape file", platform.tapeFile(1), (text) => verifyTapeFile(text, platform), 1_500],
  ["archive", platform.archive(ACCOUNT), (text) => verifyArchive(text, platform), 500],
];

function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
}

function flipHash(hash: string, bit: number): string {
  return toHex(flip(fromHex(hash) ?? new Uint8Array(), bit));
}

describe.each(FILES)("P16: a %s", (_, text, check, numRuns) => {
  it("as it was handed out is good", async () => {
    const { findings } = await check(text);
    expect(findings.filter(({ isGood }) => !isGood)).toEqual([]);
  });

  it(
    `with one bit flipped is not, and it is said where (${numRuns} flips)`,
    async () => {
      const bytes = Buffer.from(text);
      await fc.assert(
        fc.asyncProperty(fc.nat(8 * bytes.length - 1), async (bit) => {
          const verdict = await check(Buffer.from(flip(bytes, bit)).toString("utf8"));
          expect(verdict.isGood).toBe(false);
          const wrong = verdict.findings.filter(({ isGood }) => !isGood);
          expect(wrong.length).toBeGreaterThan(0);
          for (const { where, detail } of wrong) expect([where, detail]).not.toContain(null);
        }),
        { numRuns },
      );
    },
    RUN_TIMEOUT_MS,
  );
});

describe("P16: a proof by itself", () => {
  const row = platform.logs.row(target.seq, [0, target.part]);
  const head = readCheckpoint(platform.logs.checkpoint.text)?.logs.find(
    ({ log }) => log === "journal/0",
  );

  it("of inclusion fails with one bit flipped in its path, its commitments or its root", () => {
    expect("fault" in openRow(row, head)).toBe(false);
    const hashes = [...row.path, ...row.commitments, head?.root ?? ""];
    fc.assert(
      fc.property(fc.nat(hashes.length - 1), fc.nat(255), (at, bit) => {
        const flipped = hashes.map((hash, place) => (place === at ? flipHash(hash, bit) : hash));
        const path = flipped.slice(0, row.path.length);
        const commitments = flipped.slice(row.path.length, -1);
        const root = flipped.at(-1) ?? "";
        const opened = openRow({ ...row, path, commitments }, head && { ...head, root });
        expect("fault" in opened).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("of consistency fails with one bit flipped", { timeout: RUN_TIMEOUT_MS }, async () => {
    const earlier = TestPlatform.live(LIFE.slice(0, 40));
    const from = earlier.rows.length;
    const path = platform.logs.consistency(from);
    expect(path.length).toBeGreaterThan(0);
    const roots = earlier.logs.checkpoint;
    await fc.assert(
      fc.asyncProperty(fc.nat(path.length - 1), fc.nat(255), async (at, bit) => {
        const flipped = path.map((hash, place) => (place === at ? flipHash(hash, bit) : hash));
        const extended = { earlier: roots, later: platform.logs.checkpoint };
        const verdict = await verifyCheckpointExtension(
          { ...extended, paths: { "journal/0": flipped } },
          platform.keys,
        );
        const journal = verdict.findings.find(({ where }) => where?.startsWith("log journal/0"));
        expect(journal?.isGood).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
