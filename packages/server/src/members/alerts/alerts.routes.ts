// The calls about price alerts. Whose they are is the session's word, never a field (T74).

import { alertIdFromFields, newAlertFromFields } from "@truetick/contract/calls";
import { type Alert, alertToWire } from "@truetick/contract/notices";
import { formatPrice, parsePrice, price } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Handlers, isRefused, refuse } from "../../platform/handler.ts";
import { type MarketDirectory, marketOf } from "../../trading/markets/market-directory.ts";
import { type AlertRow, deleteAlert, insertAlert, readAlerts, readSetBy } from "./alert-table.ts";
import type { AlertWatch } from "./watch-alerts.ts";

export type AlertHandlers = Handlers<"listAlerts" | "addAlert" | "removeAlert">;

type AlertParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly directory: MarketDirectory;
  readonly watch: Pick<AlertWatch, "newest" | "add" | "remove">;
};

export function createAlertHandlers(parts: AlertParts): AlertHandlers {
  const { database, directory, watch } = parts;
  return {
    async listAlerts(_fields, { caller: { userId } }) {
      const rows = await readAlerts(database, userId);
      return { data: rows.map((row) => alertToWire(describe(row, directory))) };
    },
    addAlert: createAdding(parts),
    async removeAlert(fields, { caller: { userId } }) {
      const { alertId } = alertIdFromFields(fields);
      if (!(await deleteAlert(database, { userId, alertId }))) return refuse("ALERT_UNKNOWN");
      watch.remove(alertId);
      return {};
    },
  };
}

function createAdding({
  database,
  clock,
  directory,
  watch,
}: AlertParts): AlertHandlers["addAlert"] {
  const answer = (row: AlertRow) => alertToWire(describe(row, directory));
  return async (fields, { caller: { userId }, attempt }) => {
    const wanted = newAlertFromFields(fields);
    const market = directory(wanted.marketId);
    if (!market) return refuse("MARKET_UNKNOWN");
    const level = parsePrice(wanted.price, market.pricePrecision);
    if (level === null) return refuse("FIELD_INVALID", { field: "price" });
    const asked = { userId, marketId: wanted.marketId, price: level };
    /** Before all that may have changed since: the same attempt has the same answer (T01). */
    const setBefore = async () => {
      if (attempt === null) return null;
      const before = await readSetBy(database, { ...asked, attempt: attempt.key });
      return before === null || isRefused(before) ? before : answer(before);
    };
    const before = await setBefore();
    if (before !== null) return before;
    const now = watch.newest(market.marketId);
    if (!now) return refuse("ALERT_WITHOUT_PRICE");
    if (level === now.bid) return refuse("ALERT_AT_PRICE");
    const nowMs = clock.now();
    const draft = {
      ...asked,
      direction: level > now.bid ? ("above" as const) : ("below" as const),
      afterSeq: now.seq,
    };
    const added = await watch.add({ marketId: wanted.marketId, seq: now.seq }, async () => {
      const id = await insertAlert(database, { ...draft, nowMs, attempt: attempt?.key ?? null });
      return isRefused(id) ? id : { ...draft, id };
    });
    // Another of the same attempt may have set it meanwhile.
    if (isRefused(added)) return (await setBefore()) ?? added;
    return answer({ ...added, createdAt: new Date(nowMs), firedAt: null, firedSeq: null });
  };
}

function describe(row: AlertRow, directory: MarketDirectory): Alert {
  const { id, code, pricePrecision } = marketOf(directory, row.marketId);
  return {
    id: String(row.id),
    marketId: id,
    code,
    price: formatPrice(price(row.price), pricePrecision),
    direction: row.direction,
    createdAt: secondsOf(row.createdAt),
    firedAt: row.firedAt && secondsOf(row.firedAt),
    firedSeq: row.firedSeq,
  };
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
