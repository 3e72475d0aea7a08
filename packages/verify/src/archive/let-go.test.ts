// What an archive says of the tape that it no longer shows is held against what the file shows, and
// against the checkpoints that a reader knows: a house dates what it signs itself (H03, H04).

import { accountId, type Command, marketId } from "@truetick/engine";
import { ACCOUNTS, Run } from "@truetick/engine/testing";
import { lots } from "@truetick/money";
import {
  type ArchiveLine,
  checkpointMessage,
  checkpointText,
  type GoneEnd,
  inclusionPath,
  type LetGoLine,
  nodeHash,
  rangeRoot,
  readCheckpoint,
  type SignedCheckpoint,
  toHex,
} from "@truetick/proof";
import { describe, expect, it } from "vitest";
import type { VerifyOptions } from "../options.ts";
import { replayArchive } from "../replay/replay-archive.ts";
import { TestPlatform } from "../testing/test-platform.ts";
import { testSigner } from "../testing/test-signer.ts";
import { readArchive } from "./read-archive.ts";
import { verifyArchive } from "./verify-archive.ts";

const TRADER = ACCOUNTS[0];
const EURUSD = 0;
const MARKET = 1;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const QUOTES_PER_PIECE = 7;
const { signer } = testSigner();

/** Two pieces four days ago, one yesterday, one today; a position from the first day on. */
function live(): TestPlatform {
  const platform = new TestPlatform();
  const run = new (class extends Run {
    override carryOut(command: Command) {
      const decision = super.carryOut(command);
      if (!decision.isAccepted) throw new Error(decision.refusal.reason);
      platform.take(command, decision.events);
      return decision;
    }
  })();
  run.begin();
  const quote = (count: number) => {
    for (let at = 0; at < count; at += 1) {
      run.atMs += 1_000;
      run.carryOut(run.quoteOf(EURUSD, 0, 2));
    }
  };
  const known = platform.quotes.get(MARKET)?.length ?? 0;
  quote(8 - known);
  const own = { atMs: run.atMs, accountId: accountId(TRADER) };
  const order = { side: "buy", lots: lots(1_000), leverage: 100 } as const;
  const without = { target: null, askedPrice: null, maxDeviation: null, expiresAtMs: null };
  const stops = { stopLoss: null, takeProfit: null, trailingDistance: null };
  const where = { marketId: marketId(MARKET) };
  run.carryOut({ type: "PlaceOrder", ...own, ...where, ...order, ...without, ...stops });
  quote(6);
  run.atMs += 3 * DAY_MS;
  quote(QUOTES_PER_PIECE);
  run.atMs += DAY_MS;
  quote(QUOTES_PER_PIECE);
  const close = { type: "CloseAll", marketId: null, reason: "user" } as const;
  const now = { atMs: run.atMs, accountId: accountId(TRADER) };
  run.carryOut({ ...close, ...now, isCancellingPending: true });
  return platform;
}

const platform = live();
const { logs } = platform;
/** Of EUR/USD the leaves are the first ones. */
const leaves = logs.pieces.map(({ leaf }) => leaf);

function read(level: number, index: number): Uint8Array {
  if (level === 0) return leaves[index] ?? new Uint8Array();
  return nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
}

function quoteAt(seq: number) {
  const quote = platform.quotes.get(MARKET)?.[seq - 1];
  if (!quote) throw new Error(`quote ${seq} is there`);
  return quote;
}

type Signed = { readonly number: number; readonly atMs: number; readonly size: number };

/** A checkpoint over the first pieces of the tape, with whatever number and time. */
function sign({ number, atMs, size }: Signed): SignedCheckpoint {
  const now = readCheckpoint(logs.checkpoint.text);
  if (!now) throw new Error("the checkpoint can be read");
  const text = checkpointText({
    ...now,
    number,
    atMs,
    logs: now.logs.map((head) =>
      head.log === "tape" ? { ...head, size, root: toHex(rangeRoot(0, size, read)) } : head,
    ),
  });
  return { text, signature: toHex(signer.sign(checkpointMessage(text))) };
}

function extensionOf(signed: Signed) {
  return { from: sign(signed), paths: { tape: logs.consistency(signed.size, "tape") } };
}

/** That the tape up to the end of a piece is gone, by a checkpoint. */
function letGo(pieces: number, signed: Signed, told: Partial<GoneEnd> = {}): LetGoLine {
  const index = pieces - 1;
  const next = logs.pieces[pieces];
  const seq = (next?.firstSeq ?? 0) - 1;
  const path = inclusionPath(index, signed.size, read).map(toHex);
  const place = { hash: next?.prevHash ?? "", index, path };
  const end = { marketId: MARKET, seq, ...quoteAt(seq), ...place, ...told };
  return { line: "let-go", extension: extensionOf(signed), ends: [end] };
}

/** The archive of which only these pieces of EUR/USD are shown. */
function archive(line: LetGoLine, shown: readonly number[], since: Signed | null = null): string {
  return platform.archive(TRADER, (lines) => {
    const [head, ...others] = lines;
    if (head?.line !== "head") throw new Error("the archive begins with its head");
    const left = others.flatMap((one): readonly ArchiveLine[] => {
      if (one.line !== "run" || one.run.marketId !== MARKET) return [one];
      return shown.map((at) => {
        const piece = one.run.pieces[at - 1];
        if (!piece) throw new Error(`piece ${at} is there`);
        const { index, path } = logs.piece(MARKET, piece.firstSeq);
        return { line: "run", run: { marketId: MARKET, pieces: [piece], index, path } };
      });
    });
    return [{ ...head, extension: since && extensionOf(since) }, ...left, line];
  });
}

async function wrong(text: string, more: Partial<VerifyOptions> = {}): Promise<readonly string[]> {
  const { findings } = await verifyArchive(text, { keys: platform.keys, ...more });
  return findings
    .filter(({ isGood }) => !isGood)
    .map(({ check, where, detail }) => `${check} at ${where}: ${detail}`);
}

const FIRST_DAY_MS = quoteAt(14).atMs;
/** As the house made it: it had two pieces, minutes after the second. */
const HONEST: Signed = { number: 1, atMs: FIRST_DAY_MS + 5 * MINUTE_MS, size: 2 };
/** Signed today: it has yesterday's piece, too, and says that it is as old. */
const BACKDATED: Signed = { ...HONEST, size: 3 };
const PLACE = "checkpoint 1";

describe("what an archive says was let go of", () => {
  const text = archive(letGo(1, HONEST), [2, 3, 4]);

  it("is believed when all fits, and says whose word its age is", async () => {
    expect(await wrong(text)).toEqual([]);
    const { findings } = await verifyArchive(text, platform);
    const root = readCheckpoint(sign(HONEST).text)?.logs.find(({ log }) => log === "tape")?.root;
    const at = new Date(HONEST.atMs).toISOString();
    const told = findings.find(({ detail }) => detail?.includes("let go of"))?.detail;
    expect(told).toContain(`checkpoint 1 of ${at}`);
    expect(told).toContain(`2 pieces with root ${root}`);
    expect(told).toContain("a witness");
    expect(told).toContain("not proved unless its piece is shown");
  });

  it("is replayed from where the tape goes on, not from where the checkpoint was", async () => {
    const { letGo: found } = await readArchive(text, platform);
    expect(found?.untilMs).toBe(quoteAt(7).atMs + 1_000);
    expect((await replayArchive(text, platform)).isGood).toBe(true);
  });

  it("agrees with checkpoints that are known", async () => {
    for (const remembered of [
      HONEST,
      { number: 2, atMs: FIRST_DAY_MS + 2 * DAY_MS, size: 2 },
      { number: 3, atMs: FIRST_DAY_MS + 3 * DAY_MS + MINUTE_MS, size: 3 },
    ]) {
      const extension = extensionOf(remembered);
      expect(await wrong(text, { remembered: extension.from, extension })).toEqual([]);
    }
  });

  it("is something, and is missing", async () => {
    const nothing = { ...letGo(1, HONEST), ends: [] };
    const nowhere = "tape at checkpoint 1: it says where nothing goes on";
    expect(await wrong(archive(nothing, [2, 3, 4]))).toEqual([nowhere]);
    const shown = "the file shows all that it needs before: nothing was let go of";
    const place = (seq: number) => `tape at tape of market 1, up to quote ${seq}`;
    expect(await wrong(archive(letGo(1, HONEST), [1, 2, 3, 4]))).toEqual([`${place(7)}: ${shown}`]);
    expect(await wrong(archive(letGo(2, HONEST), [1, 2, 3, 4]))).toEqual([
      `${place(14)}: ${shown}`,
    ]);
    expect(await wrong(archive(letGo(2, HONEST), [2, 3, 4]))).toEqual([]);
  });
});

describe("H03: a house that signs an old date today", () => {
  const hidden = archive(letGo(3, BACKDATED, { atMs: FIRST_DAY_MS }), [2, 4]);

  it("is refuted by a later checkpoint that had less", async () => {
    const later = { number: 2, atMs: FIRST_DAY_MS + 2 * DAY_MS, size: 2 };
    const extension = extensionOf(later);
    const fault = "it does not fit checkpoint 2 that is known: the house told two stories";
    const told = [`tape at ${PLACE}: ${fault}`];
    expect(await wrong(hidden, { remembered: extension.from, extension })).toEqual(told);
    // The same where the archive itself extends that one.
    const since = archive(letGo(3, BACKDATED, { atMs: FIRST_DAY_MS }), [2, 4], later);
    expect(await wrong(since)).toEqual(told);
  });

  it("is refuted by what it signed under that number, and by an earlier number", async () => {
    const fault = "that is known: the house told two stories";
    for (const known of [HONEST, { number: 0, atMs: HONEST.atMs + MINUTE_MS, size: 2 }]) {
      const extension = extensionOf(known);
      const told = await wrong(hidden, { remembered: extension.from, extension });
      const place = `tape at ${PLACE}: it does not fit checkpoint ${known.number}`;
      expect(told).toEqual([`${place} ${fault}`]);
    }
  });

  it("is refuted by a piece under it that came later", async () => {
    const text = archive(letGo(1, BACKDATED), [2, 3, 4]);
    const place = "tape at tape of market 1, quotes 15 to 21";
    expect(await wrong(text)).toEqual([`${place}: ${PLACE} has it and is older than it`]);
  });

  it("cannot have had what came after it", async () => {
    const text = archive(letGo(1, { number: 1, atMs: quoteAt(5).atMs, size: 1 }), [2, 3, 4]);
    expect(await wrong(text)).toEqual([
      `tape at ${PLACE}: it is older than what it is said to have`,
    ]);
  });

  it("cannot tell another time or number of the last quote than fits beside it", async () => {
    const fault = "what stands beside it on the tape came at another time";
    const end = { atMs: quoteAt(8).atMs + 1 };
    const text = archive(letGo(1, HONEST, end), [2, 3, 4]);
    expect(await wrong(text)).toEqual([`tape at tape of market 1, up to quote 7: ${fault}`]);
    const far = archive(letGo(1, HONEST, { seq: 100 }), [2, 4]);
    expect(await wrong(far)).toEqual([`tape at tape of market 1, up to quote 100: ${fault}`]);
    const late = archive(letGo(3, BACKDATED), [2, 4]);
    expect((await wrong(late))[0]).toContain("younger than two days");
  });
});
