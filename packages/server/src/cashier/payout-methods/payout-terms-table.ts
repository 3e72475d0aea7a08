// In which currencies is paid out, and on which terms: rows, the newest of each as the cashier
// reads them, and what a fresh sandbox starts with. Invariant: terms are never changed, only
// followed by others; a withdrawal names the version it was made under.

import type { PayoutChannel, PayoutCurrency, PayoutNetwork } from "@truetick/contract/cashier";
import {
  formatDecimal,
  formatMoney,
  MONEY_DECIMALS,
  type Money,
  money,
  type PayoutFee,
  parseDecimal,
  parseMoney,
  rate,
} from "@truetick/money";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type PricedCurrency, plainDecimal } from "../currencies/usd-rate.ts";

type PayoutCurrencyTable = {
  readonly id: Generated<number>;
  readonly code: string;
  readonly network: PayoutNetwork | "WIRE";
  readonly channel: PayoutChannel;
};

type PayoutTermsTable = {
  readonly currency_id: number;
  readonly version: number;
  readonly fee_kind: PayoutCurrency["feeKind"];
  readonly fee: bigint;
  readonly fixed_rate: string | null;
  readonly market_code: string | null;
  readonly amount_min: bigint;
  readonly amount_max: bigint;
  readonly decimals: number;
  readonly is_offered: boolean;
  readonly is_sandbox: Generated<boolean>;
  readonly proposal_id: bigint | null;
  readonly at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    payout_currency: PayoutCurrencyTable;
    payout_terms: PayoutTermsTable;
  }
}

export type PayoutTerms = {
  readonly currencyId: number;
  readonly version: number;
  readonly code: string;
  readonly network: PayoutNetwork | "WIRE";
  readonly channel: PayoutChannel;
  readonly feeKind: PayoutCurrency["feeKind"];
  readonly feeUnits: bigint;
  readonly fixedRate: string | null;
  readonly marketCode: string | null;
  readonly amountMin: Money;
  readonly amountMax: Money;
  readonly decimals: number;
  readonly isOffered: boolean;
};

/** A percentage of one has this many places: a hundred-millionth is a millionth of a percent. */
const PERCENT_DECIMALS = 6;

/** The newest of each currency, those that are not offered too. */
export async function readPayoutTerms(database: Database): Promise<readonly PayoutTerms[]> {
  const rows = await database
    .selectFrom("payout_currency as currency")
    .innerJoin("payout_terms as terms", "terms.currency_id", "currency.id")
    .distinctOn("currency.id")
    .selectAll("terms")
    .select(["currency.code", "currency.network", "currency.channel"])
    .orderBy("currency.id")
    .orderBy("terms.version", "desc")
    .execute();
  return rows.map((row) => ({
    currencyId: row.currency_id,
    version: row.version,
    code: row.code,
    network: row.network,
    channel: row.channel,
    feeKind: row.fee_kind,
    feeUnits: row.fee,
    fixedRate: row.fixed_rate,
    marketCode: row.market_code,
    amountMin: money(row.amount_min),
    amountMax: money(row.amount_max),
    decimals: row.decimals,
    isOffered: row.is_offered,
  }));
}

/** Null when there is none, or it is not offered. */
export async function findOfferedTerms(
  database: Database,
  currencyId: number,
): Promise<PayoutTerms | null> {
  const all = await readPayoutTerms(database);
  return all.find((terms) => terms.currencyId === currencyId && terms.isOffered) ?? null;
}

export function payoutFeeOf({ feeKind, feeUnits }: PayoutTerms): PayoutFee {
  return feeKind === "fixed"
    ? { kind: "fixed", fee: money(feeUnits) }
    : { kind: "share", rate: rate(feeUnits) };
}

export function pricedPayout({ code, fixedRate, marketCode }: PayoutTerms): PricedCurrency {
  return { code, fixedPrice: fixedRate, marketCode };
}

function feeText({ feeKind, feeUnits }: PayoutTerms): string {
  const places = feeKind === "fixed" ? MONEY_DECIMALS : PERCENT_DECIMALS;
  return plainDecimal(formatDecimal(feeUnits, places));
}

/** From USD, or from percent; null when it is neither. */
export function readFee(feeKind: PayoutTerms["feeKind"], typed: string): bigint | null {
  return parseDecimal(typed, feeKind === "fixed" ? MONEY_DECIMALS : PERCENT_DECIMALS);
}

/** As the wire speaks of it; `rateText` is empty while no price is known. */
export function describeTerms(terms: PayoutTerms, rateText: string): PayoutCurrency {
  return {
    id: String(terms.currencyId),
    code: terms.code,
    network: terms.network,
    feeKind: terms.feeKind,
    fee: feeText(terms),
    rate: rateText,
    amountMin: plainDecimal(formatMoney(terms.amountMin)),
    amountMax: plainDecimal(formatMoney(terms.amountMax)),
    decimals: terms.decimals,
  };
}

const SANDBOX_TERMS = [
  ["USDT", "TRC20", "coin", { feeKind: "fixed", fee: "1", rate: "1", decimals: 6 }],
  ["BTC", "BTC", "coin", { feeKind: "percent", fee: "0.1", market: "BTCUSD", decimals: 8 }],
  ["ETH", "ERC20", "coin", { feeKind: "percent", fee: "0.2", market: "ETHUSD", decimals: 8 }],
  ["USD", "WIRE", "bank", { feeKind: "fixed", fee: "15", rate: "1", decimals: 2 }],
  ["EUR", "WIRE", "bank", { feeKind: "percent", fee: "0.5", market: "EURUSD", decimals: 2 }],
] as const;

const SANDBOX_MIN = { coin: "10", bank: "50" } as const;
const SANDBOX_MAX = "100000";

/** Where there is no currency at all. A database that has some is left alone. */
export async function seedPayoutTerms(database: Database): Promise<void> {
  await database.transaction().execute(async (trx) => {
    // Two servers that start at once would both add them.
    await sql`select pg_advisory_xact_lock(hashtextextended('seed/payout', 0))`.execute(trx);
    const known = await trx.selectFrom("payout_currency").select("id").executeTakeFirst();
    if (known) return;
    for (const [code, network, channel, terms] of SANDBOX_TERMS) {
      const { id } = await trx
        .insertInto("payout_currency")
        .values({ code, network, channel })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("payout_terms")
        .values({
          currency_id: id,
          version: 1,
          fee_kind: terms.feeKind,
          fee: readFee(terms.feeKind, terms.fee) ?? 0n,
          fixed_rate: "rate" in terms ? terms.rate : null,
          market_code: "market" in terms ? terms.market : null,
          amount_min: parseMoney(SANDBOX_MIN[channel]) ?? 0n,
          amount_max: parseMoney(SANDBOX_MAX) ?? 0n,
          decimals: terms.decimals,
          is_offered: true,
          is_sandbox: true,
          proposal_id: null,
          at: sql<Date>`clock_timestamp()`,
        })
        .execute();
    }
  });
}

/** Whether the sandbox's own terms are in this database, which then pays no real money (H13). */
export async function hasSandboxTerms(database: Database): Promise<boolean> {
  const found = await database
    .selectFrom("payout_terms")
    .select("version")
    .where("is_sandbox", "=", true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
