// A life whose first days can no longer be played comes out the same from there on, wherever the
// tape begins; and of the rest nothing may be left out while the account has orders (H03, H04).

import { accountId, type Command, marketId } from "@truetick/engine";
import { ACCOUNTS, acts, Run, runs } from "@truetick/engine/testing";
import { lots } from "@truetick/money";
import type { GoneEnd } from "@truetick/proof";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { untilMsOf } from "../archive/let-go.ts";
import { type Archive, readArchive } from "../archive/read-archive.ts";
import { openGround } from "../evidence/ground.ts";
import { namedQuotes } from "../evidence/named-quotes.ts";
import { TapeIndex } from "../evidence/tape-index.ts";
import type { Finding } from "../finding.ts";
import { TestPlatform } from "../testing/test-platform.ts";
import { Player } from "./player.ts";

const RUN_TIMEOUT_MS = 120_000;
const accounts = fc.constantFrom(...ACCOUNTS);
/** See replay-archive.test.ts. */
const grains = fc.constantFrom(1, 1, 500);

async function archiveOf(platform: TestPlatform, account: number) {
  const archive = await readArchive(platform.archive(account), platform);
  if (!archive.head) throw new Error("the archive has a head");
  return { archive, head: archive.head };
}

type Piece = TestPlatform["logs"]["pieces"][number];

/** The archive with these pieces of its tape alone. */
async function showing(
  platform: TestPlatform,
  archive: Archive,
  isShown: (piece: Piece) => boolean,
) {
  const { checkpoint } = platform.logs;
  const { head } = archive;
  if (!head) throw new Error("the archive has a head");
  const { headOf } = await openGround({ checkpoint, extension: null }, head, platform);
  const tape = new TapeIndex();
  for (const piece of platform.logs.pieces.filter(isShown)) {
    const fault = tape.add(platform.logs.piece(piece.marketId, piece.firstSeq), headOf("tape"));
    if (fault) throw new Error(fault.detail ?? "");
  }
  return { ...archive, tape };
}

/** As if the days up to a moment had been let go of: what is named is kept. */
async function withoutDays(platform: TestPlatform, archive: Archive, untilMs: number) {
  const named = platform.rows.flatMap(({ events }) => events.flatMap(namedQuotes));
  const quote = ({ marketId }: Piece, seq: number) => {
    const found = archive.tape.quote(marketId, seq);
    if (!found) throw new Error(`quote ${seq} of market ${marketId} is there`);
    return found;
  };
  const isGone = (piece: Piece) => quote(piece, piece.firstSeq).atMs <= untilMs;
  const ends = new Map<number, GoneEnd>();
  for (const piece of platform.logs.pieces.filter(isGone)) {
    const { marketId, lastSeq: seq } = piece;
    const place = { hash: "", index: 0, path: [] };
    ends.set(marketId, { marketId, seq, ...quote(piece, seq), ...place });
  }
  const isNamed = ({ marketId, firstSeq, lastSeq }: Piece) =>
    named.some((one) => one.marketId === marketId && firstSeq <= one.seq && one.seq <= lastSeq);
  const left = await showing(platform, archive, (piece) => !isGone(piece) || isNamed(piece));
  const told = [...ends.values()];
  const letGo = told.length === 0 ? null : { untilMs: untilMsOf(told), ends: told };
  return { ...left, letGo };
}

type Played = { readonly fault: Finding | null; readonly player: Player };

function play(archive: Archive): Played {
  if (!archive.head) throw new Error("the archive has a head");
  const player = new Player(archive, archive.head);
  for (const row of archive.rows) {
    const fault = player.play(row);
    if (fault) return { fault, player };
  }
  return { fault: player.finish(), player };
}

it(
  "goes on to the millionth from wherever the tape begins",
  async () => {
    let played = 0;
    const life = acts(200);
    await fc.assert(
      fc.asyncProperty(life, accounts, grains, fc.nat(), async (all, account, grainMs, part) => {
        const platform = TestPlatform.live(all, grainMs);
        const { archive } = await archiveOf(platform, account);
        const untilMs = archive.rows[part % archive.rows.length]?.atMs ?? 0;
        const left = await withoutDays(platform, archive, untilMs);
        const { fault, player } = play(left);
        expect(fault).toBe(null);
        expect(player.cash).toBe(BigInt(archive.entries.at(-1)?.balance ?? 0));
        if (left.letGo) expect(player.notes[0]?.detail).toContain("not played again");
        played += player.events;
      }),
      runs(40),
    );
    expect(played).toBeGreaterThan(0);
  },
  RUN_TIMEOUT_MS,
);

const TRADER = ACCOUNTS[0];
const EURUSD = 0;
const USDJPY = 1;
const EURJPY = 2;
/** Three pieces of seven quotes, but for the first ones. */
const QUOTES = 20;

/** A run of the engine whose every command is accepted. */
function begin(): { readonly platform: TestPlatform; readonly run: Run } {
  const platform = new TestPlatform();
  const run = new (class extends Run {
    override carryOut(command: Command) {
      const decision = super.carryOut(command);
      if (!decision.isAccepted) throw new Error(decision.refusal.reason);
      platform.take(command, decision.events);
      return decision;
    }
  })();
  return { platform, run: run.begin() };
}

function buy(run: Run, market: number, trailingDistance: number | null): void {
  const own = { atMs: run.atMs, accountId: accountId(TRADER) };
  const order = { side: "buy", lots: lots(1_000), leverage: 100 } as const;
  const without = { target: null, askedPrice: null, maxDeviation: null, expiresAtMs: null };
  const stops = { stopLoss: null, takeProfit: null, trailingDistance };
  const where = { marketId: marketId(market + 1) };
  run.carryOut({ type: "PlaceOrder", ...own, ...where, ...order, ...without, ...stops });
}

function closeAll(run: Run): void {
  const own = { atMs: run.atMs, accountId: accountId(TRADER) };
  const close = { type: "CloseAll", marketId: null, reason: "user" } as const;
  run.carryOut({ ...close, ...own, isCancellingPending: true });
}

/** A position is held while quotes come that change nothing, then closed; then more quotes come. */
function holding(market: number): TestPlatform {
  const { platform, run } = begin();
  const quoteAll = () => {
    for (let at = 0; at < QUOTES; at += 1) {
      run.atMs += 1_000;
      for (const moved of [EURUSD, USDJPY, EURJPY]) run.carryOut(run.quoteOf(moved, at % 2, 2));
    }
  };
  quoteAll();
  buy(run, market, null);
  quoteAll();
  closeAll(run);
  quoteAll();
  return platform;
}

/** A stop trails prices that are gone, and more come; what comes then. */
function trailing(calm: number) {
  const { platform, run } = begin();
  const quote = (...moves: number[]) => {
    for (const move of moves) {
      run.atMs += 1_000;
      run.carryOut(run.quoteOf(EURUSD, move, 2));
    }
  };
  quote(0, 0, 0);
  buy(run, EURUSD, 100);
  quote(0, 0, 0, 0, 0, 0, 0, 300, -50, 0, 0, 0, 0, 0, 0, 0);
  const untilMs = run.atMs;
  quote(...new Array<number>(calm).fill(0));
  return { platform, run, quote, untilMs };
}

/** Of its tape only pieces without these quotes of EUR/USD; the others after a moment as it was. */
async function hiding({ archive, seq, untilMs, platform }: Hidden): Promise<Archive> {
  const left = await withoutDays(platform, archive, untilMs);
  const { tape } = await showing(
    platform,
    archive,
    ({ marketId: id, firstSeq, lastSeq }) =>
      left.tape.quote(id, firstSeq) !== null && !(firstSeq <= seq && seq <= lastSeq),
  );
  return { ...left, tape };
}

type Hidden = {
  readonly platform: TestPlatform;
  readonly archive: Archive;
  readonly seq: number;
  readonly untilMs: number;
};

it("does not play while a stop is there that trailed prices that are gone", async () => {
  const { platform, run, quote, untilMs } = trailing(7);
  quote(-60);
  expect(platform.events(TRADER).at(-1)?.event).toMatchObject({ reason: "trailing-stop" });
  buy(run, EURUSD, 100);
  quote(200, -110);
  buy(run, EURUSD, null);
  quote(0, 0);
  closeAll(run);
  const { archive } = await archiveOf(platform, TRADER);
  const { fault, player } = play(await withoutDays(platform, archive, untilMs));
  expect(fault).toBe(null);
  // Two openings and two closings.
  expect(player.events).toBe(4);
});

describe("a stop that trailed prices that are gone", () => {
  /** The last quote that is gone is the 21st. */
  const [CALM, NEXT] = [16, 29];

  it.each([
    ["while it is there", CALM, 22],
    ["before the quote that it fires at", CALM, NEXT],
    ["after its last row", CALM + 14, NEXT + 7],
  ])("does not excuse that a piece is left out %s", async (_, calm, seq) => {
    const { platform, quote, untilMs } = trailing(calm);
    if (calm === CALM) quote(-60);
    const { archive } = await archiveOf(platform, TRADER);
    const whole = await withoutDays(platform, archive, untilMs);
    expect(play(whole).fault).toBe(null);
    const { fault } = play(await hiding({ platform, archive, seq, untilMs }));
    const where = `tape of market 1, quotes ${seq} to ${seq + 6}`;
    expect(fault).toEqual(expect.objectContaining({ check: "tape", where }));
  });

  it("that never fires is said to be there until the end", async () => {
    const { platform, untilMs } = trailing(CALM);
    const { archive } = await archiveOf(platform, TRADER);
    const { fault, player } = play(await withoutDays(platform, archive, untilMs));
    expect(fault).toBe(null);
    const end = new Date(archive.checkpointAtMs).toISOString();
    expect(player.notes[0]?.detail).toContain(`up to ${end} are taken as recorded`);
  });
});

describe("a piece of the tape that the file leaves out", () => {
  const [BEFORE, WHILE, AFTER] = [8, 29, 50];
  it.each([
    ["is missed while there is a position in its market", EURUSD, EURUSD, WHILE, 1],
    ["is missed while it converts for one", EURJPY, USDJPY, WHILE, 2],
    ["is not missed in a market that the account has nothing in", EURUSD, USDJPY, WHILE, null],
    ["is not missed before there is a position", EURUSD, EURUSD, BEFORE, null],
    ["is not missed after it was closed", EURUSD, EURUSD, AFTER, null],
  ])("%s", async (_, market, hidden, seq, told) => {
    const platform = holding(market);
    const { archive } = await archiveOf(platform, TRADER);
    const isHidden = ({ marketId: id, firstSeq, lastSeq }: Piece) =>
      id === hidden + 1 && firstSeq <= seq && seq <= lastSeq;
    const { fault } = play(await showing(platform, archive, (piece) => !isHidden(piece)));
    const where = `tape of market ${told}, quotes ${seq} to ${seq + 6}`;
    expect(fault).toEqual(told === null ? null : expect.objectContaining({ check: "tape", where }));
  });
});
