// Watches the tape for the price alerts that wait. At every row it asks the heaps; what was reached
// is told once its row is stored, so that an alert never names a row that a crash takes back. At a
// start the stored tape is looked through from where the last watch stood. One process watches for
// all gateways. Invariants: an alert fires at the first row after it was set whose bid reaches it,
// once; the listener of the tape only looks and remembers, and never throws: the engine is behind.

import type { MarketId } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { NoticeDraft } from "../inbox/notice-facts.ts";
import { createAdoption, type Pending } from "./adopt-alerts.ts";
import { AlertHeaps, isReached, type WaitingAlert } from "./alert-heaps.ts";
import type { AlertNews } from "./alert-news.ts";
import { markFired, moveCursors, type ReachedAlert, readWaiting } from "./alert-table.ts";
import { readRow, scanTape, type TapeRow } from "./scan-tape.ts";

export type AlertWatch = {
  /** The newest row of the market's tape; null while there is none. */
  readonly newest: (marketId: MarketId) => Pick<TapeRow, "seq" | "bid"> | null;
  /**
   * `insert` writes the alert as one that rows after `seq` reach; rows that come while it does are
   * looked at too. Refuses with UNAVAILABLE while the stored tape is looked through.
   */
  readonly add: (
    after: { readonly marketId: number; readonly seq: number },
    insert: () => Promise<WaitingAlert | Refused>,
  ) => Promise<WaitingAlert | Refused>;
  readonly remove: (alertId: number) => void;
  /** How many wait; for the metrics. */
  readonly waiting: () => number;
  /** Answers once everything that was reached so far is told. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type AlertWatchParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "followTape" | "newestQuote" | "storeTape">;
  readonly inbox: Pick<Inbox, "leaveIn" | "announce">;
  readonly log: Log;
  readonly news: Pick<News, "isAlone" | "onMissed">;
  /** What other gateways tell. */
  readonly told: AlertNews;
};

const RETRY_AFTER_MS = 1_000;
const CURSORS_EVERY_MS = 10_000;
const FIRED_PER_STEP = 1_000;

type Watch = AlertWatchParts & {
  readonly newest: Map<number, TapeRow>;
  readonly pending: Set<Pending>;
  heaps: AlertHeaps;
  reached: ReachedAlert[];
  /** Reached by rows that are not on the tape: they are looked for from where they were set on. */
  readonly untold: WaitingAlert[];
  /** Rows that came while the stored tape is looked through; null once that is done. */
  backlog: TapeRow[] | null;
  isStopped: boolean;
  /** Where each market's tape stood when the places were last kept. */
  earlier: ReadonlyMap<number, number>;
};

export function watchAlerts(parts: AlertWatchParts): AlertWatch {
  const { sequencer, log } = parts;
  const watch: Watch = {
    ...parts,
    newest: new Map(),
    pending: new Set(),
    heaps: new AlertHeaps(),
    reached: [],
    untold: [],
    backlog: [],
    isStopped: false,
    earlier: new Map(),
  };
  sequencer.followTape((row) => {
    if (watch.isStopped) return;
    try {
      takeRow(watch, row);
    } catch (err) {
      log.error({ err }, "a price alert was not looked at");
    }
    if (watch.reached.length > 0) tellSoon();
  });
  let telling: Promise<void> | null = null;

  function tellSoon(): void {
    telling ??= new Promise((resolve) => setImmediate(resolve))
      .then(() => tellReached(watch, elsewhere.adopt))
      .catch(async (err) => {
        log.warn({ err }, "price alerts wait to be told");
        await pause(watch, RETRY_AFTER_MS);
      })
      .finally(() => {
        telling = null;
        if (hasUntold(watch) && !watch.isStopped) tellSoon();
      });
  }

  const ready = begin(watch).then(() => {
    if (watch.reached.length > 0) tellSoon();
  });
  const elsewhere = watchElsewhere(watch, { ready, tellSoon });
  const timer = keepPlaces(watch, elsewhere.lookForMore);

  async function settle(): Promise<void> {
    await ready;
    while (telling !== null) await telling;
  }

  return {
    newest: (marketId) => watch.newest.get(marketId) ?? sequencer.newestQuote(marketId),
    async add(after, insert) {
      if (watch.backlog) return refuse("UNAVAILABLE");
      const alert = await addAlert(watch, after, insert);
      if (watch.reached.length > 0) tellSoon();
      return alert;
    },
    remove: (alertId) => watch.heaps.remove(alertId),
    waiting: () => watch.heaps.size,
    settle,
    async stop() {
      watch.isStopped = true;
      clearInterval(timer);
      elsewhere.stop();
      await settle();
      await saveCursors(watch).catch((err) =>
        log.warn({ err }, "the place of alerts was not kept"),
      );
    },
  };
}

const hasUntold = ({ reached, untold }: Watch) => reached.length + untold.length > 0;

function keepPlaces(watch: Watch, lookForMore: (isAll: boolean) => Promise<void>): NodeJS.Timeout {
  const keep = () =>
    lookForMore(false)
      .then(() => saveCursors(watch))
      .catch((err) => watch.log.warn({ err }, "the place of alerts was not kept"));
  return setInterval(keep, CURSORS_EVERY_MS).unref();
}

/** The alerts of other gateways: told, and looked for where the telling may have failed. */
function watchElsewhere(
  watch: Watch,
  { ready, tellSoon }: { readonly ready: Promise<void>; readonly tellSoon: () => void },
) {
  const { news, told, log } = watch;
  if (news.isAlone) {
    const lookForMore = async () => undefined;
    return { lookForMore, adopt: async () => true, stop: () => undefined };
  }
  const adoption = createAdoption(() => watch);
  async function whenReady(act: () => Promise<void>): Promise<void> {
    await ready;
    if (watch.isStopped) return;
    await act();
    if (watch.reached.length > 0) tellSoon();
  }
  const lookForMore = (isAll: boolean) => whenReady(() => adoption.lookForMore(isAll));
  const stops = [
    told.follow((one) => {
      if (one.kind === "removed") watch.heaps.remove(one.alertId);
      else void whenReady(async () => void (await adoption.adopt(one.alert)));
    }),
    news.onMissed(() => {
      lookForMore(true).catch((err) => log.warn({ err }, "price alerts may be missing"));
    }),
  ];
  return {
    lookForMore,
    adopt: adoption.adopt,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

function takeRow(watch: Watch, row: TapeRow): void {
  watch.newest.set(row.marketId, row);
  for (const one of watch.pending) if (one.marketId === row.marketId) one.rows.push(row);
  if (watch.backlog) watch.backlog.push(row);
  else look(watch, row);
}

function look({ heaps, reached }: Pick<Watch, "heaps" | "reached">, row: TapeRow): void {
  const { seq, bid, atMs } = row;
  for (const alert of heaps.take(row)) reached.push({ alert, seq, bid, atMs });
}

/** Tries until the stored tape was looked through, or the watch is over. */
async function begin(watch: Watch): Promise<void> {
  while (!watch.isStopped) {
    try {
      if (await lookBack(watch)) return;
    } catch (err) {
      watch.log.warn({ err }, "price alerts wait for the stored tape");
    }
    await pause(watch, RETRY_AFTER_MS);
  }
}

/** False: not now. */
async function lookBack(watch: Watch): Promise<boolean> {
  const { database, sequencer } = watch;
  const heaps = new AlertHeaps();
  const ends = new Map<number, number>();
  for (const alert of await readWaiting(database)) {
    heaps.add(alert);
    const { marketId, afterSeq } = alert;
    ends.set(marketId, Math.min(afterSeq, ends.get(marketId) ?? afterSeq));
  }
  const reached: ReachedAlert[] = [];
  const lookAt = (row: TapeRow) => look({ heaps, reached }, row);
  // What was written before we followed may not be stored yet.
  const markets = [...ends.keys()] as MarketId[];
  if (markets.length > 0 && !(await sequencer.storeTape(markets))) return false;
  for (const [marketId, afterSeq] of ends) {
    ends.set(marketId, await scanTape(database, { marketId, afterSeq }, lookAt));
  }
  for (const row of watch.backlog ?? []) {
    if (row.seq > (ends.get(row.marketId) ?? 0)) lookAt(row);
  }
  watch.reached = reached;
  watch.heaps = heaps;
  watch.backlog = null;
  return true;
}

async function addAlert(
  { heaps, reached, pending }: Pick<Watch, "heaps" | "reached" | "pending">,
  { marketId, seq }: { readonly marketId: number; readonly seq: number },
  insert: () => Promise<WaitingAlert | Refused>,
): Promise<WaitingAlert | Refused> {
  const own: Pending = { marketId, seq, rows: [] };
  pending.add(own);
  try {
    const alert = await insert();
    if (isRefused(alert)) return alert;
    const first = own.rows.find((row) => row.seq > seq && isReached(alert, row.bid));
    if (first) reached.push({ alert, seq: first.seq, bid: first.bid, atMs: first.atMs });
    else heaps.add(alert);
    return alert;
  } finally {
    pending.delete(own);
  }
}

/** Stores the rows that were reached, then writes down that the alerts fired, and tells. */
async function tellReached(
  watch: Watch,
  adopt: (alert: WaitingAlert) => Promise<boolean>,
): Promise<void> {
  const { database, sequencer, inbox } = watch;
  while (watch.reached.length > 0) {
    const some = watch.reached.slice(0, FIRED_PER_STEP);
    // A market's number is the engine's own here too.
    const markets = new Set(some.map(({ alert }) => alert.marketId as MarketId));
    if (!(await sequencer.storeTape(markets))) throw new Error("the tape is not stored now");
    const named = await namedByTape(watch, some);
    const notices = await database.transaction().execute(async (trx) => {
      const fired = await markFired(trx, named);
      const told = named.filter(({ alert }) => fired.has(alert.id));
      return await inbox.leaveIn(trx, told.map(draftOf));
    });
    inbox.announce(notices);
    // Others may have been reached meanwhile: these are the first.
    watch.reached.splice(0, some.length);
    const others = some.filter((one) => !named.includes(one));
    watch.untold.push(...others.map(({ alert }) => alert));
  }
  await watchAgain(watch, adopt);
}

/** One by one: where the tape is away, the others would wait for it in turn, and all the rest. */
async function watchAgain(
  { untold }: Watch,
  adopt: (alert: WaitingAlert) => Promise<boolean>,
): Promise<void> {
  for (let next = untold[0]; next !== undefined; next = untold[0]) {
    if (!(await adopt(next))) throw new Error("alerts that the tape does not name wait for it");
    untold.shift();
  }
}

/** Where others write the tape, the next one may go on without what was heard of the last. */
async function namedByTape(
  { database, news }: Watch,
  reached: readonly ReachedAlert[],
): Promise<readonly ReachedAlert[]> {
  if (news.isAlone) return reached;
  const bids = new Map<string, number | null>();
  for (const { alert, seq } of reached) {
    const { marketId } = alert;
    const name = `${marketId}/${seq}`;
    if (bids.has(name)) continue;
    bids.set(name, (await readRow(database, { marketId, seq }))?.bid ?? null);
  }
  return reached.filter(({ alert, seq, bid }) => bids.get(`${alert.marketId}/${seq}`) === bid);
}

function draftOf({ alert, seq, bid, atMs }: ReachedAlert): NoticeDraft {
  const { id, userId, marketId, price } = alert;
  return {
    userId,
    source: "price-alert",
    sourceId: String(id),
    atMs,
    facts: { kind: "priceAlert", marketId, price, bid, seq, atMs },
  };
}

/** Everything up to there was looked at, and whatever it reached is written down. */
async function saveCursors(watch: Watch): Promise<void> {
  const { database, news, earlier } = watch;
  if (watch.backlog) return;
  const seqs = lookedAt(watch);
  watch.earlier = seqs;
  // An alert that another gateway is just writing may begin before the newest row: the place is
  // that of the time before, so that one who comes after us looks at what it may have missed.
  const kept = news.isAlone ? seqs : lesserOf(seqs, earlier);
  await moveCursors(database, kept);
}

function lesserOf(
  seqs: ReadonlyMap<number, number>,
  earlier: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  return new Map(
    [...seqs].flatMap(([marketId, seq]) => {
      const before = earlier.get(marketId);
      return before === undefined ? [] : [[marketId, Math.min(seq, before)] as const];
    }),
  );
}

function lookedAt({ heaps, newest, ...watch }: Watch): ReadonlyMap<number, number> {
  const seqs = new Map<number, number>();
  for (const marketId of heaps.markets()) {
    const seq = newest.get(marketId)?.seq;
    if (seq !== undefined) seqs.set(marketId, seq);
  }
  const open = [
    ...watch.reached.map(({ alert, seq }) => ({ marketId: alert.marketId, seq: seq - 1 })),
    ...watch.untold.map(({ marketId, afterSeq }) => ({ marketId, seq: afterSeq })),
    ...watch.pending,
  ];
  for (const { marketId, seq } of open) {
    const known = seqs.get(marketId);
    if (known !== undefined) seqs.set(marketId, Math.min(known, seq));
  }
  return seqs;
}

async function pause({ isStopped }: Watch, ms: number): Promise<void> {
  if (!isStopped) await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
