// How the rails of money in are changed: proposed by one person, agreed on by another, announced
// with the old and the new, and in effect after the notice (T63, H08). Registered with the
// proposals by cashier.ts. Nothing else writes these tables but the sandbox's first start.

import type { CurrencyRail, NetworkRail, WireRail } from "@truetick/contract/desk";
import { parseDecimal } from "@truetick/money";
import type { ProposalKind, ProposalKinds } from "../../members/proposals/proposal-kinds.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused } from "../../platform/handler.ts";
import type { MarketFinder } from "../../trading/markets/market-directory.ts";
import { currencyRail, networkRail, wireRail } from "./describe-rails.ts";
import { invalid, readCurrencyRail, readNetworkRail, readWireRail } from "./rail-payload.ts";
import { readCurrencies } from "./rail-table.ts";

export type RailParts = {
  readonly database: Database;
  readonly findMarket: MarketFinder;
  /** What is made in a sandbox stays one's (H13). */
  readonly isSandbox: boolean;
};

export function registerRailKinds(register: ProposalKinds["register"], parts: RailParts): void {
  register(currencyKind(parts));
  register(networkKind(parts));
  register(wireKind(parts));
}

const ANNOUNCED = { permission: "rails.change", notice: "announced", isPublic: true } as const;

function currencyKind(parts: RailParts): ProposalKind<CurrencyRail> {
  const { database, findMarket, isSandbox } = parts;
  const rowOf = (id: string) =>
    database
      .selectFrom("deposit_currency")
      .selectAll()
      .where("id", "=", Number(id))
      .executeTakeFirst();
  return {
    ...ANNOUNCED,
    kind: "currency",
    async parse(given) {
      const rail = readCurrencyRail(given);
      if (isRefused(rail)) return rail;
      if (rail.market !== "" && !findMarket(rail.market)) return invalid("market");
      const row = rail.id === "" ? undefined : await rowOf(rail.id);
      if (rail.id !== "" && !row) return invalid("id");
      // Deposits are named and counted by them.
      if (row && (row.code !== rail.code || row.channel !== rail.channel)) return invalid("code");
      if (row && row.decimals !== rail.decimals) return invalid("decimals");
      const others = (await readCurrencies(database)).filter(({ id }) => String(id) !== rail.id);
      return others.some(({ code }) => code === rail.code) ? invalid("code") : rail;
    },
    async current({ id }) {
      const row = id === "" ? undefined : await rowOf(id);
      return row ? currencyRail(row) : null;
    },
    async apply({ payload }, trx) {
      const { id, code, name, channel, decimals, is_active } = payload;
      // Another proposal may have made it first.
      const others = (await readCurrencies(trx)).filter((row) => String(row.id) !== id);
      if (others.some((row) => row.code === code)) return invalid("code");
      const units = (text: string) => parseDecimal(text, decimals) ?? 0n;
      const values = {
        code,
        name,
        channel,
        decimals,
        fixed_price: payload.fixed_price || null,
        market_code: payload.market || null,
        amount_min: units(payload.min),
        amount_max: units(payload.max),
        is_active,
        is_sandbox: isSandbox,
      };
      await (id === ""
        ? trx.insertInto("deposit_currency").values(values).execute()
        : trx.updateTable("deposit_currency").set(values).where("id", "=", Number(id)).execute());
      return null;
    },
  };
}

/** The currency that a rail names; refuses where there is none, or it is of the other kind. */
async function currencyIdOf(
  database: Database,
  code: string,
  channel: "coin" | "bank",
): Promise<number | Refused> {
  const found = (await readCurrencies(database)).find((row) => row.code === code);
  return found?.channel === channel ? found.id : invalid("currency_code");
}

function networkKind({ database, isSandbox }: RailParts): ProposalKind<NetworkRail> {
  const rowOf = (id: string) =>
    database
      .selectFrom("deposit_network")
      .innerJoin("deposit_currency", "deposit_currency.id", "deposit_network.currency_id")
      .selectAll("deposit_network")
      .select("deposit_currency.code")
      .where("deposit_network.id", "=", Number(id))
      .executeTakeFirst();
  const check = async (trx: Database, rail: NetworkRail): Promise<number | Refused> => {
    const currencyId = await currencyIdOf(trx, rail.currency_code, "coin");
    if (isRefused(currencyId) || !rail.is_active) return currencyId;
    const other = await trx
      .selectFrom("deposit_network")
      .select("id")
      .where("currency_id", "=", currencyId)
      .where("protocol_code", "=", rail.protocol_code)
      .where("is_active", "=", true)
      .where("id", "<>", Number(rail.id || 0))
      .executeTakeFirst();
    return other ? invalid("protocol_code") : currencyId;
  };
  return {
    ...ANNOUNCED,
    kind: "deposit_network",
    async parse(given) {
      const rail = readNetworkRail(given);
      if (isRefused(rail)) return rail;
      if (rail.id !== "" && !(await rowOf(rail.id))) return invalid("id");
      const checked = await check(database, rail);
      return isRefused(checked) ? checked : rail;
    },
    async current({ id }) {
      const row = id === "" ? undefined : await rowOf(id);
      return row ? networkRail(row, row.code) : null;
    },
    async apply({ payload }, trx) {
      const currency_id = await check(trx, payload);
      if (isRefused(currency_id)) return currency_id;
      const { id, protocol_code, address, memo, confirmations, is_active } = payload;
      const own = { currency_id, protocol_code, address, memo, confirmations, is_active };
      const values = { ...own, is_sandbox: isSandbox };
      await (id === ""
        ? trx.insertInto("deposit_network").values(values).execute()
        : trx.updateTable("deposit_network").set(values).where("id", "=", Number(id)).execute());
      return null;
    },
  };
}

function wireKind({ database, isSandbox }: RailParts): ProposalKind<WireRail> {
  const rowOf = (id: string) =>
    database
      .selectFrom("wire_option")
      .innerJoin("deposit_currency", "deposit_currency.id", "wire_option.currency_id")
      .selectAll("wire_option")
      .select("deposit_currency.code")
      .where("wire_option.id", "=", Number(id))
      .executeTakeFirst();
  return {
    ...ANNOUNCED,
    kind: "wire_option",
    async parse(given) {
      const rail = readWireRail(given);
      if (isRefused(rail)) return rail;
      if (rail.id !== "" && !(await rowOf(rail.id))) return invalid("id");
      const currencyId = await currencyIdOf(database, rail.currency_code, "bank");
      return isRefused(currencyId) ? currencyId : rail;
    },
    async current({ id }) {
      const row = id === "" ? undefined : await rowOf(id);
      return row ? wireRail(row, row.code) : null;
    },
    async apply({ payload }, trx) {
      const { id, currency_code, ...own } = payload;
      const currency_id = await currencyIdOf(trx, currency_code, "bank");
      if (isRefused(currency_id)) return currency_id;
      const values = { currency_id, ...own, is_sandbox: isSandbox };
      await (id === ""
        ? trx.insertInto("wire_option").values(values).execute()
        : trx.updateTable("wire_option").set(values).where("id", "=", Number(id)).execute());
      return null;
    },
  };
}
