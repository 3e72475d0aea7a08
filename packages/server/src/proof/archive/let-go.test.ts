// Archives of accounts that lived on a day whose tape was let go of: they are made, and checked by
// the program that people run. What was filled is proved for ever; what can no longer be played is
// told as that; and a house that leaves out what it still has is caught (H03, H04).

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AccountId, accountId, type OrderId } from "@truetick/engine";
import { ARCHIVE_FORMAT, CHAIN_GENESIS, canonicalBytes, chainHash, toHex } from "@truetick/proof";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accept,
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
  place,
  USDJPY,
} from "../../trading/testing/bare-exchange.ts";
import { COPY_ACCOUNT, runBusyDay } from "../../trading/testing/busy-day.ts";
import { keepLogs } from "../log/keep-logs.ts";
import { connectKeeper } from "../log/keeper-client.ts";
import { deriveSaltKey, type OwnKey, openKey } from "../log/proof-keys.ts";
import { createProofLog, type ProofLog, sizeIn } from "../log/proof-log.ts";
import { Evidence } from "../receipts/evidence.ts";
import { seal } from "../receipts/issuer.ts";
import { archiveLines } from "./archive-lines.ts";
import { planArchive } from "./archive-plan.ts";

const DAY_MS = 86_400_000;
const SEAL_KEY = Buffer.alloc(32, 9);
const SALT_KEY = deriveSaltKey(SEAL_KEY);
const ISSUER = { build: "test", mode: "SIMULATED", origin: "http://localhost" } as const;
const ROOT = join(import.meta.dirname, "../../../../..");
const VERIFY = join(ROOT, "packages/verify/src/command-line/verify.ts");
const NAMES = ["real", "demo", "ruined", "trailing", "copy"] as const;
const RUN_TIMEOUT_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), "truetick-let-go-"));
let exchange: Exchange;
let signer: OwnKey;
let accounts: Readonly<Record<(typeof NAMES)[number], AccountId>>;

beforeAll(async () => {
  exchange = await openExchange();
  const { test, clock } = exchange;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  await sql`select make_tape_room(${today}::date, 8)`.execute(test.database);
  await sign(1);
  const trailing = await liveBefore();
  await slowCheckpoint();
  await checkpoint();
  clock.advance(3 * DAY_MS);
  await exchange.restart();
  // What is gone was signed with the key before.
  await sign(2);
  await liveAfter(trailing);
  clock.advance(60_000);
  await checkpoint();
  const { rows } = await sql<{ name: string }>`
    select retire_tape(${clock.now() - DAY_MS}) as name`.execute(test.database);
  expect(rows.map(({ name }) => name)).toContain(`tape_piece_${today.replaceAll("-", "")}`);
}, RUN_TIMEOUT_MS);
afterAll(async () => {
  await exchange.close();
  rmSync(folder, { recursive: true, force: true });
});

async function sign(generation: number): Promise<void> {
  const { test, clock } = exchange;
  signer = await openKey(test.database, { sealKey: SEAL_KEY, generation, nowMs: clock.now() });
}

/** A busy day, a position whose stop trails, and quotes that nothing was filled at. */
async function liveBefore(): Promise<OrderId> {
  const { real, demo, ruined } = await runBusyDay(exchange);
  const trailing = await exchange.openAccount("real", 5_000);
  accounts = {
    real: accountId(real),
    demo: accountId(demo),
    ruined: accountId(ruined),
    trailing,
    copy: COPY_ACCOUNT,
  };
  const order = await place(exchange.sequencer(), marketOrder(trailing, { trailingDistance: 200 }));
  for (const bid of [110_050, 110_150, 110_120, 110_100]) {
    exchange.clock.advance(1_000);
    exchange.quote(EURUSD, bid, bid + 10);
    await exchange.sequencer().storeTape([EURUSD]);
  }
  return order;
}

/** The trailing stop fires; two accounts trade on, in dollars and in yen. */
async function liveAfter(trailing: OrderId): Promise<void> {
  const { clock, sequencer, quote } = exchange;
  const { real, demo } = accounts;
  quote(EURUSD, 110_100, 110_110);
  quote(USDJPY, 149_200, 149_210);
  for (const bid of [110_080, 109_900, 109_940]) {
    clock.advance(1_000);
    quote(EURUSD, bid, bid + 10);
    await sequencer().storeTape([EURUSD]);
  }
  expect(await sequencer().read((books) => books.order(trailing))).toBe(null);
  await checkpoint();
  await place(sequencer(), marketOrder(accounts.trailing));
  const euro = await place(sequencer(), marketOrder(real));
  const yen = await place(sequencer(), marketOrder(demo, { marketId: USDJPY, leverage: 30 }));
  for (const step of [0, 20, 10]) {
    clock.advance(1_000);
    quote(EURUSD, 109_950 + step, 109_960 + step);
    quote(USDJPY, 149_210 + step, 149_220 + step);
    await sequencer().storeTape([EURUSD, USDJPY]);
  }
  const close = { type: "CloseOrder", reason: "user", lots: null } as const;
  await accept(sequencer(), { ...close, accountId: real, orderId: euro });
  await accept(sequencer(), { ...close, accountId: demo, orderId: yen });
}

type OfTurn = Pick<Parameters<typeof keepLogs>[0], "rowsPerChunk" | "onChunk">;

async function checkpoint(own: OfTurn = {}): Promise<void> {
  const { sequencer, clock, test } = exchange;
  await sequencer().storeTape([]);
  const client = await connectKeeper({ url: test.appUrl, role: null }, () => undefined);
  const nowMs = () => clock.now();
  await keepLogs({ client, signer, saltKey: SALT_KEY, ...ISSUER, nowMs, ...own });
  await client.close();
}

/** The keeper is at it for seconds, and prices do not wait for it. */
async function slowCheckpoint(): Promise<void> {
  let chunks = 0;
  const onChunk = async () => {
    chunks += 1;
    if (chunks > 1) return;
    exchange.clock.advance(3_000);
    exchange.quote(EURUSD, 110_105, 110_115);
    await exchange.sequencer().storeTape([EURUSD]);
  };
  await checkpoint({ rowsPerChunk: 10, onChunk });
  expect(chunks).toBeGreaterThan(1);
}

function logOf(): ProofLog {
  return createProofLog({ database: exchange.test.database, signer, saltKey: SALT_KEY });
}

async function archiveOf(name: (typeof NAMES)[number]): Promise<string> {
  const { database } = exchange.test;
  const log = logOf();
  const wanted = { accountId: accounts[name], since: null };
  const plan = await planArchive({ database, log }, wanted);
  if (!plan) throw new Error("the account is under the checkpoint");
  const nowMs = () => exchange.clock.now();
  const lines: string[] = [];
  const needs = { database, log, issuer: ISSUER, everyMs: 60_000, nowMs };
  for await (const line of archiveLines(needs, plan)) lines.push(line);
  return lines.join("");
}

type Told = { readonly isGood: boolean; readonly lines: readonly string[] };

/** As whoever holds the files checks them, by the newest key: with a program that asks nobody. */
async function check(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Told>> {
  const paths = [...files].map(([name, text]) => {
    const path = join(folder, name.replaceAll(" ", "-"));
    writeFileSync(path, text);
    return path;
  });
  const parameters = ["--import", "tsx", VERIFY, ...paths, "--replay", "--key", signer.keyId];
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, parameters, { cwd: ROOT }, (_, out, fault) => resolve(out + fault));
  });
  const parts = said.split(/^(?=\/)/m);
  return new Map(
    [...files.keys()].map((name, at) => {
      const lines = (parts[at] ?? "").split("\n").map((line) => line.trim());
      return [name, { isGood: lines.includes(`good: ${paths[at]}`), lines }];
    }),
  );
}

describe("an archive over days that were let go of", () => {
  let told: ReadonlyMap<string, Told>;

  beforeAll(async () => {
    const files = new Map<string, string>();
    for (const name of NAMES) files.set(name, await archiveOf(name));
    told = await check(files);
  }, RUN_TIMEOUT_MS);

  it.each(NAMES)("of account %s is good", (name) => {
    const { isGood, lines } = told.get(name) ?? { isGood: false, lines: [] };
    expect(lines.filter((line) => line.startsWith("WRONG"))).toEqual([]);
    expect(isGood).toBe(true);
  });

  it("says up to when it cannot be played, and plays what came since", () => {
    const all = (name: string) => told.get(name)?.lines.join("\n");
    const until = "up to 2026-01-05T12:00:29.000Z the tape was let go of";
    const before = "26 rows up to 2026-01-05T12:00:30.000Z are taken as recorded and not played";
    expect(all("real")).toContain(until);
    expect(all("real")).toContain("checkpoint 2 of 2026-01-05T12:00:29.000Z, tape of");
    expect(all("real")).toContain(before);
    expect(all("real")).toMatch(/ok {4}replay 2 events and \d+ quotes played again/);
    // Its stop had trailed quotes that are gone: it is played after that has closed it.
    expect(all("trailing")).toMatch(/rows up to 2026-01-08T12:00:\d\d.000Z are taken as recorded/);
    expect(all("trailing")).toMatch(/ok {4}replay 1 events and \d+ quotes played again/);
    // It never had an order: nothing that it needs is gone.
    expect(all("copy")).not.toContain("let go of");
  });
});

type Piece = { readonly firstSeq: number; readonly lastSeq: number };
type End = { readonly marketId: number; readonly seq: number };

/** A line of an archive, as far as it is changed here. */
type Body = {
  readonly line: string;
  readonly run?: { readonly marketId: number; readonly pieces: readonly Piece[] };
  readonly ends?: readonly End[];
};

function bodiesOf(text: string): readonly Body[] {
  const lines = text.trimEnd().split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line).body);
}

type Change = (bodies: readonly Body[]) => Promise<readonly Body[]>;

/** What is changed is linked and sealed anew, with the house's own key. */
async function forge(text: string, change: Change): Promise<string> {
  let link = CHAIN_GENESIS;
  const linked = (await change(bodiesOf(text))).map((line) => {
    const body = JSON.parse(JSON.stringify(line));
    link = chainHash(link, canonicalBytes(body));
    return new TextDecoder().decode(canonicalBytes({ body, chain: toHex(link) }));
  });
  const { body } = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "");
  const sealed = { ...body, lines: linked.length, chain: toHex(link) };
  return `${[...linked, seal(ARCHIVE_FORMAT, sealed, { signer })].join("\n")}\n`;
}

/** The piece of EUR/USD with a quote, with its place under a checkpoint or the newest. */
async function pieceAt(seq: number, number?: number) {
  const log = logOf();
  const under = number === undefined ? await log.newest() : await log.checkpoint(number);
  const size = under ? sizeIn(under.checkpoint, "tape") : 0;
  const piece = await log.tapePiece({ marketId: EURUSD, seq, size });
  if (!piece) throw new Error(`quote ${seq} is on the tape`);
  return { hash: toHex(piece.hash), index: piece.leafIndex, path: piece.path.map(toHex) };
}

/** Without some pieces of EUR/USD; the others are proved one by one. */
async function hide(bodies: readonly Body[], isHidden: (piece: Piece) => boolean) {
  const left: Body[] = [];
  for (const body of bodies) {
    const { run } = body;
    if (run?.marketId !== EURUSD) left.push(body);
    else {
      for (const piece of run.pieces.filter((one) => !isHidden(one))) {
        const { index, path } = await pieceAt(piece.firstSeq);
        left.push({ ...body, run: { ...run, pieces: [piece], ...{ index, path } } });
      }
    }
  }
  return left;
}

/** With another word about the end of EUR/USD. */
function moveEnd(bodies: readonly Body[], end: object, more: object = {}): readonly Body[] {
  return bodies.map((body) => {
    if (body.line !== "let-go") return body;
    const own = body.ends?.filter(({ marketId }) => marketId === EURUSD) ?? [];
    return { ...body, ends: own.map((one) => ({ ...one, ...end })), ...more };
  });
}

describe("H03: a house that leaves out what it has, and seals it", () => {
  let told: ReadonlyMap<string, Told>;
  /** The last quote of EUR/USD that is gone; the piece after it has two. */
  let end = 0;

  beforeAll(async () => {
    const text = await archiveOf("real");
    const files = new Map<string, string>();
    const put = async (name: string, change: Change) => {
      files.set(name, await forge(text, change));
    };
    const { ends = [] } = bodiesOf(text).find(({ line }) => line === "let-go") ?? {};
    end = ends.find(({ marketId }) => marketId === EURUSD)?.seq ?? 0;
    const seq = end + 2;
    const isFirst = ({ lastSeq }: Piece) => lastSeq === seq;
    const { hash } = await pieceAt(seq);

    await put("as it was", async (bodies) => bodies);
    await put("a later piece", (bodies) => hide(bodies, ({ firstSeq }) => firstSeq === end + 5));
    await put("the first piece", (bodies) => hide(bodies, isFirst));
    await put("later end", (bodies) => hide(moveEnd(bodies, { seq }), isFirst));
    await put("its hash", (bodies) => hide(moveEnd(bodies, { seq, hash }), isFirst));
    await put("young checkpoint", async (bodies) => {
      const log = logOf();
      const newest = await log.newest();
      if (!newest) throw new Error("there are four checkpoints");
      const evidence = new Evidence({ database: exchange.test.database, log }, newest);
      const place = { seq, ...(await pieceAt(seq, 3)) };
      const moved = moveEnd(bodies, place, { extension: await evidence.extension(3) });
      return hide(moved, isFirst);
    });
    await put("what was filled at", (bodies) => hide(bodies, ({ lastSeq }) => lastSeq === 2));
    await put("no word", async (bodies) => bodies.filter(({ line }) => line !== "let-go"));
    told = await check(files);
  }, RUN_TIMEOUT_MS);

  const wrong = (name: string) =>
    told
      .get(name)
      ?.lines.filter((line) => line.startsWith("WRONG"))
      .join("\n");

  it("is believed where nothing is changed", () => {
    expect(wrong("as it was")).toBe("");
    expect(told.get("as it was")?.isGood).toBe(true);
  });

  it("is caught at the quotes that are missing", () => {
    const left = (from: number, to: number) =>
      `WRONG tape at tape of market 1, quotes ${from} to ${to}: the file leaves them out`;
    expect(wrong("a later piece")).toContain(left(end + 5, end + 5));
    expect(wrong("the first piece")).toContain(left(end + 1, end + 2));
  });

  it("cannot move the end of what was let go of", () => {
    const place = `WRONG tape at tape of market 1, up to quote ${end + 2}`;
    expect(wrong("later end")).toContain(`${place}: what comes after them is not linked to them`);
    expect(wrong("its hash")).toContain(`${place}: checkpoint 2 does not have their last piece`);
    const young = "checkpoint 3: what is younger than two days is not let go of";
    expect(wrong("young checkpoint")).toContain(young);
  });

  it("must show what was filled at, however old it is", () => {
    const named = "WRONG tape at tape of market 1, quote 2: the file does not show it";
    expect(wrong("what was filled at")).toContain(named);
  });

  it("must say what it let go of", () => {
    const gone = "WRONG tape at tape of market 1, quotes";
    expect(wrong("no word")).toContain(gone);
  });
});
