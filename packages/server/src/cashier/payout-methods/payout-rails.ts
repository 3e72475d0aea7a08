// The payout currencies for their keepers: the list of all, and the proposal that changes one. Two
// people agree, traders are told, and it takes effect after the notice (H08, H09). Invariants:
// terms are followed by new ones, never changed, so that what was asked for before keeps its own;
// code, network and channel of a currency stay.

import { PAYOUT_CHANNELS, PAYOUT_NETWORKS, type PayoutChannel } from "@truetick/contract/cashier";
import {
  PAYOUT_RAIL_KIND,
  type PayoutRail,
  type PayoutRailProposal,
} from "@truetick/contract/desk";
import { parseDecimal, parseMoney, RATE_SCALE } from "@truetick/money";
import type { ProposalKind } from "../../members/proposals/proposal-kinds.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { MarketFinder } from "../../trading/markets/market-directory.ts";
import { PRICE_DECIMALS, plainDecimal, priceText, type UsdRates } from "../currencies/usd-rate.ts";
import {
  describeTerms,
  type PayoutTerms,
  pricedPayout,
  readFee,
  readPayoutTerms,
} from "./payout-terms-table.ts";

export async function listRails(parts: {
  readonly database: Database;
  readonly rates: UsdRates;
}): Promise<readonly PayoutRail[]> {
  const all = await readPayoutTerms(parts.database);
  const described = all.map(async (terms) => {
    const rate = await parts.rates(pricedPayout(terms));
    return {
      ...describeTerms(terms, rate ? priceText(rate) : ""),
      channel: terms.channel,
      marketCode: terms.marketCode ?? "",
      fixedRate: plainDecimal(terms.fixedRate ?? ""),
      isOffered: terms.isOffered,
    };
  });
  return await Promise.all(described);
}

const DECIMALS_MAX = 8;
/** What the tables can count. */
const UNITS_MAX = 2n ** 63n - 1n;
const CODE = /^[A-Z0-9]{2,12}$/;

export function payoutRailKind(parts: {
  readonly database: Database;
  readonly findMarket: MarketFinder;
  readonly clock: { readonly now: () => number };
}): ProposalKind<PayoutRailProposal> {
  const { database, findMarket, clock } = parts;
  return {
    kind: PAYOUT_RAIL_KIND,
    permission: "rails.change",
    notice: "announced",
    isPublic: true,
    async parse(given) {
      const proposal = readProposal(given);
      if (proposal === null) return invalid("fields");
      const problem = problemOf(proposal, findMarket);
      if (problem !== null) return invalid(problem);
      const known = await findRail(database, proposal);
      const isSame = known !== undefined && proposal.id === String(known.currencyId);
      return isSame || (known === undefined && proposal.id === null) ? proposal : invalid("id");
    },
    async current(proposal) {
      const known = await findRail(database, proposal);
      return known ? proposalOf(known) : null;
    },
    async apply({ id, payload }, trx) {
      const isDone = await trx
        .selectFrom("payout_terms")
        .select("version")
        .where("proposal_id", "=", BigInt(id))
        .executeTakeFirst();
      if (!isDone) await insertTerms(trx, { payload, proposalId: id, at: new Date(clock.now()) });
    },
  };
}

function invalid(problem: string): Refused {
  return refuse("PROPOSAL_INVALID", { problem });
}

async function findRail(
  database: Database,
  { code, network }: Pick<PayoutRailProposal, "code" | "network">,
): Promise<PayoutTerms | undefined> {
  const all = await readPayoutTerms(database);
  return all.find((terms) => terms.code === code && terms.network === network);
}

const TEXTS = ["code", "network", "channel", "feeKind", "fee", "amountMin", "amountMax"] as const;

/** Field by field, and nothing besides; null when it is not such a proposal. */
function readProposal(given: unknown): PayoutRailProposal | null {
  if (typeof given !== "object" || given === null) return null;
  const fields = new Map<string, unknown>(Object.entries(given));
  const textOrNull = (name: string) => {
    const value = fields.get(name) ?? null;
    return value === null || typeof value === "string" ? value : undefined;
  };
  const [id, marketCode, fixedRate] = ["id", "marketCode", "fixedRate"].map(textOrNull);
  const decimals = fields.get("decimals");
  const isOffered = fields.get("isOffered");
  const areTexts = TEXTS.every((name) => typeof fields.get(name) === "string");
  if (!areTexts || typeof decimals !== "number" || typeof isOffered !== "boolean") return null;
  if (id === undefined || marketCode === undefined || fixedRate === undefined) return null;
  const text = (name: (typeof TEXTS)[number]) => String(fields.get(name));
  const channel = PAYOUT_CHANNELS.find((known) => known === text("channel"));
  if (!channel || (text("feeKind") !== "fixed" && text("feeKind") !== "percent")) return null;
  return {
    id,
    code: text("code"),
    network: text("network"),
    channel,
    feeKind: text("feeKind") === "fixed" ? "fixed" : "percent",
    fee: text("fee"),
    marketCode,
    fixedRate,
    amountMin: text("amountMin"),
    amountMax: text("amountMax"),
    decimals,
    isOffered,
  };
}

/** The name of the field that cannot be so; null when all can. */
function problemOf(proposal: PayoutRailProposal, findMarket: MarketFinder): string | null {
  const { channel, network, feeKind, decimals, fixedRate, marketCode } = proposal;
  if (!CODE.test(proposal.code)) return "code";
  if (!isNetworkOf(channel, network)) return "network";
  const fee = readFee(feeKind, proposal.fee);
  if (fee === null || fee > UNITS_MAX || (feeKind === "percent" && fee >= RATE_SCALE)) return "fee";
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > DECIMALS_MAX) return "decimals";
  if ((fixedRate === null) === (marketCode === null)) return "fixedRate";
  if (fixedRate !== null && !parseDecimal(fixedRate, PRICE_DECIMALS)) return "fixedRate";
  if (marketCode !== null && !findMarket(marketCode)) return "marketCode";
  const min = parseMoney(proposal.amountMin);
  const max = parseMoney(proposal.amountMax);
  if (!min) return "amountMin";
  return max === null || max < min || max > UNITS_MAX ? "amountMax" : null;
}

function isNetworkOf(channel: PayoutChannel, network: string): boolean {
  if (channel === "bank") return network === "WIRE";
  return PAYOUT_NETWORKS.some((known) => known === network);
}

function proposalOf(terms: PayoutTerms): PayoutRailProposal {
  const { id, code, network, feeKind, fee, amountMin, amountMax, decimals } = describeTerms(
    terms,
    "",
  );
  const { channel, marketCode, fixedRate, isOffered } = terms;
  return {
    id,
    code,
    network,
    channel,
    feeKind,
    fee,
    marketCode,
    fixedRate: fixedRate === null ? null : plainDecimal(fixedRate),
    amountMin,
    amountMax,
    decimals,
    isOffered,
  };
}

async function insertTerms(
  trx: Database,
  given: {
    readonly payload: PayoutRailProposal;
    readonly proposalId: number;
    readonly at: Date;
  },
): Promise<void> {
  const { payload, proposalId, at } = given;
  const known = await findRail(trx, payload);
  const currencyId = known?.currencyId ?? (await insertCurrency(trx, payload));
  await trx
    .insertInto("payout_terms")
    .values({
      currency_id: currencyId,
      version: (known?.version ?? 0) + 1,
      fee_kind: payload.feeKind,
      fee: readFee(payload.feeKind, payload.fee) ?? 0n,
      fixed_rate: payload.fixedRate,
      market_code: payload.marketCode,
      amount_min: parseMoney(payload.amountMin) ?? 0n,
      amount_max: parseMoney(payload.amountMax) ?? 0n,
      decimals: payload.decimals,
      is_offered: payload.isOffered,
      proposal_id: BigInt(proposalId),
      at,
    })
    .execute();
}

async function insertCurrency(
  trx: Database,
  { code, network, channel }: PayoutRailProposal,
): Promise<number> {
  const known = PAYOUT_NETWORKS.find((one) => one === network) ?? "WIRE";
  const { id } = await trx
    .insertInto("payout_currency")
    .values({ code, network: known, channel })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
