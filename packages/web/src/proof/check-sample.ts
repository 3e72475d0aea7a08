// Now and then, something of the past at random: an own receipt, and a stretch of the market on the
// screen, each against a checkpoint that this browser remembers. Whoever changes the past cannot
// know what will be asked.

import { requestReceipts } from "@truetick/contract/proof";
import type { App } from "../app/app.ts";
import type { Alarm } from "./alarm.ts";
import { checkPiece } from "./check-piece.ts";
import { alarmOfReceipt, checkReceipt } from "./check-receipt.ts";
import type { Remembered, WitnessMemory } from "./witness-memory.ts";

/** Of so many looks, one goes with each of the two; the first also with a receipt. */
const ONE_OF = 4;
const ROWS_PER_PAGE = 20;

type Parts = Pick<App, "server" | "session" | "live" | "markets" | "currentMarket" | "router">;

type Sampling = {
  readonly chance: () => number;
  readonly now: () => number;
  readonly canCheckSignatures: () => Promise<boolean>;
};

function pickOf<T>(list: readonly T[], chance: () => number): T | null {
  return list[Math.floor(chance() * list.length)] ?? null;
}

export function createSampler(app: Parts, { chance, now, canCheckSignatures }: Sampling) {
  let hasCheckedReceipt = false;

  async function sampleReceipt(memory: WitnessMemory, remembered: Remembered) {
    if (app.session.get() === null || !(await canCheckSignatures())) return null;
    const first = await app.server.read(requestReceipts({ page: 1 }), { isInitial: true });
    if (!first.isOk) return null;
    const page = 1 + Math.floor(chance() * Math.ceil(first.value.total / ROWS_PER_PAGE));
    const drawn = page === 1 ? first : await app.server.read(requestReceipts({ page }));
    const entry = drawn.isOk ? pickOf(drawn.value.data, chance) : null;
    if (!entry) return null;
    const { keys } = memory;
    const checked = await checkReceipt(app.server, entry.id, { keys, remembered });
    if (checked.phase !== "checked") return null;
    hasCheckedReceipt = true;
    if (checked.verdict.isGood) return null;
    return alarmOfReceipt(entry, checked.verdict, { nowMs: now(), remembered });
  }

  async function samplePiece(remembered: Remembered): Promise<Alarm | null> {
    const list = app.markets.get();
    const markets = list.phase === "ready" ? list.markets : [];
    const { query } = app.router.location.get();
    const market = app.currentMarket.pick(markets, query.get("code"));
    const newest = market && app.live.board.get(market.id)?.quote.seq;
    if (!market || !newest) return null;
    const seq = 1 + Math.floor(chance() * newest);
    const place = { marketId: market.id, marketCode: market.code, seq };
    return checkPiece({ server: app.server, ...place, remembered, nowMs: now() });
  }

  return async (memory: WitnessMemory): Promise<readonly Alarm[]> => {
    const remembered = pickOf(memory.checkpoints, chance);
    if (!remembered) return [];
    const isDrawn = () => chance() * ONE_OF < 1;
    const found = [
      !hasCheckedReceipt || isDrawn() ? await sampleReceipt(memory, remembered) : null,
      isDrawn() ? await samplePiece(remembered) : null,
    ];
    return found.filter((alarm) => alarm !== null);
  };
}
