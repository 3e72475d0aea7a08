// What an order ticket means: an order that can be sent, or what is missing beside which field.
// Pure: prices, rates and the time are handed in.

import type { Market, NewOrder, Quote } from "@truetick/contract";
import {
  contractOf,
  formatLots,
  formatPrice,
  type Lots,
  type Money,
  type Price,
  parseLots,
  parsePrice,
  type Ratio,
} from "@truetick/money";
import type { Notation } from "@truetick/ui";
import type { Draft, StopDraft } from "./draft.ts";
import { readExpiry } from "./expiry.ts";
import { readNumber, typedForm } from "./read-number.ts";
import {
  pipsTo,
  profitAt,
  readStop,
  type StopBy,
  type StopGround,
  type StopKind,
  type StopReading,
  tellStop,
} from "./stop-levels.ts";
import { readTrailing } from "./trailing-distance.ts";

export type DraftField = "lots" | "leverage" | "target" | "expiry" | StopKind | "trailing";

/** What is wrong with a field as far as a page can tell; names a text of the catalogue. */
export type DraftProblem =
  | "lots"
  | "leverage"
  | "target"
  | "expiryMissing"
  | "expiryPast"
  | "stopUnreadable"
  | "stopTooNear"
  | "stopTooFar"
  | "stopNoRate";

export type DraftSetting = {
  readonly market: Market;
  /** Null until the market has been quoted. */
  readonly quote: Pick<Quote, "bid" | "ask"> | null;
  readonly conversion: Ratio | null;
  readonly notation: Pick<Notation, "decimalMark">;
  readonly nowMs: number;
};

/** A stop as it stands now: where, how far, and what it is worth before fees. */
export type StopView = {
  readonly level: string;
  readonly pips: string;
  readonly profit: Money | null;
};

export type DraftReading = {
  /** Null while something is wrong. */
  readonly order: NewOrder | null;
  readonly problems: Partial<Record<DraftField, DraftProblem>>;
  readonly stops: Readonly<Record<StopKind | "trailing", StopView | null>>;
  /** When a pending order lapses, Unix seconds; null: never, or not told yet. */
  readonly expiresAt: number | null;
};

const STOP_PROBLEMS = {
  unreadable: "stopUnreadable",
  tooNear: "stopTooNear",
  tooFar: "stopTooFar",
  noRate: "stopNoRate",
} as const satisfies Record<Exclude<StopReading, { isOk: true }>["problem"], DraftProblem>;

function priceIn(text: string | undefined, market: Market): Price | null {
  return text === undefined ? null : parsePrice(text, market.pricePrecision);
}

function targetOf(draft: Draft, { market, notation }: DraftSetting): Price | null {
  return priceIn(readNumber(draft.target, notation) ?? undefined, market);
}

/** What it would open at; null while nobody can tell. */
function openPriceOf(draft: Draft, setting: DraftSetting): Price | null {
  if (draft.isPending) return targetOf(draft, setting);
  const { market, quote } = setting;
  return priceIn(draft.side === "buy" ? quote?.ask : quote?.bid, market);
}

/** What would close it right after: where a trailing stop is measured from. */
function closePriceOf(draft: Draft, setting: DraftSetting): Price | null {
  if (draft.isPending) return targetOf(draft, setting);
  const { market, quote } = setting;
  return priceIn(draft.side === "buy" ? quote?.bid : quote?.ask, market);
}

function groundOf(draft: Draft, setting: DraftSetting, lots: Lots | null): StopGround | null {
  const openPrice = openPriceOf(draft, setting);
  if (openPrice === null || !lots) return null;
  const { market, conversion } = setting;
  const { pricePrecision, fractionDigits } = market;
  const contract = contractOf({ unitsPerLot: Number(market.unitsPerLot), pricePrecision });
  return { side: draft.side, openPrice, lots, contract, fractionDigits, conversion };
}

type ReadStop = { readonly view: StopView | null; readonly problem: DraftProblem | undefined };
const NOTHING: ReadStop = { view: null, problem: undefined };

type Place = { readonly ground: StopGround | null; readonly setting: DraftSetting };

function viewOf(level: Price, pips: string, { ground, setting }: Place): ReadStop {
  const view = {
    level: formatPrice(level, setting.market.pricePrecision),
    pips,
    profit: ground && profitAt(level, ground),
  };
  return { view, problem: undefined };
}

function viewStop({ isOn, by, text }: StopDraft, kind: StopKind, place: Place): ReadStop {
  if (!isOn) return NOTHING;
  const { ground, setting } = place;
  const plain = readNumber(text, setting.notation);
  if (plain === null) return { view: null, problem: "stopUnreadable" };
  // Without lots or a target nothing can be computed; those say themselves what they lack.
  if (!ground) return NOTHING;
  const reading = readStop(plain, { kind, by }, ground);
  if (!reading.isOk) return { view: null, problem: STOP_PROBLEMS[reading.problem] };
  return viewOf(reading.level, pipsTo(reading.level, ground), place);
}

function viewTrailing(draft: Draft, place: Place): ReadStop & { readonly points: number | null } {
  const { isOn, text } = draft.trailing;
  if (!isOn) return { ...NOTHING, points: null };
  const { setting } = place;
  const plain = readNumber(text, setting.notation);
  const reading = readTrailing(plain, {
    side: draft.side,
    closePrice: closePriceOf(draft, setting),
    fractionDigits: setting.market.fractionDigits,
  });
  if (!reading.isOk) return { view: null, problem: STOP_PROBLEMS[reading.problem], points: null };
  const { points, level } = reading;
  if (level === null) return { ...NOTHING, points };
  return { ...viewOf(level, plain ?? "", place), points };
}

function expiryOf(draft: Draft, nowMs: number) {
  if (!draft.isPending) return { expiresAt: null, problem: undefined };
  const reading = readExpiry(draft.expiry, nowMs);
  if (reading.isOk) return { expiresAt: reading.expiresAt, problem: undefined };
  const problem: DraftProblem = reading.problem === "past" ? "expiryPast" : "expiryMissing";
  return { expiresAt: null, problem };
}

export function readDraft(draft: Draft, setting: DraftSetting): DraftReading {
  const { market, notation, quote } = setting;
  const plainLots = readNumber(draft.lots, notation);
  const lots = plainLots === null ? null : parseLots(plainLots);
  const target = draft.isPending ? targetOf(draft, setting) : null;
  const place = { ground: groundOf(draft, setting, lots), setting };
  const stopLoss = viewStop(draft.stopLoss, "stopLoss", place);
  const takeProfit = viewStop(draft.takeProfit, "takeProfit", place);
  const trailing = viewTrailing(draft, place);
  const expiry = expiryOf(draft, setting.nowMs);
  const found: Record<DraftField, DraftProblem | undefined> = {
    lots: lots ? undefined : "lots",
    leverage: draft.leverage === null ? "leverage" : undefined,
    target: draft.isPending && target === null ? "target" : undefined,
    expiry: expiry.problem,
    stopLoss: stopLoss.problem,
    takeProfit: takeProfit.problem,
    trailing: trailing.problem,
  };
  // Filled in by name: a field without a problem is not there at all.
  const problems = Object.fromEntries(
    Object.entries(found).filter(([, problem]) => problem !== undefined),
  ) as DraftReading["problems"];
  const isWhole = lots && draft.leverage !== null && Object.keys(problems).length === 0;
  const seen = (draft.side === "buy" ? quote?.ask : quote?.bid) ?? null;
  const seenPrice = draft.isPending ? null : seen;
  const order: NewOrder | null = isWhole
    ? {
        marketId: market.id,
        side: draft.side,
        lots: formatLots(lots),
        leverage: draft.leverage,
        target: target === null ? null : formatPrice(target, market.pricePrecision),
        stopLoss: stopLoss.view?.level ?? null,
        takeProfit: takeProfit.view?.level ?? null,
        trailingDistance: trailing.points,
        seenPrice,
        maxDeviation: seenPrice === null ? null : draft.deviation,
        expiresAt: expiry.expiresAt,
      }
    : null;
  const views = {
    stopLoss: stopLoss.view,
    takeProfit: takeProfit.view,
    trailing: trailing.view,
  };
  return { order, problems, stops: views, expiresAt: expiry.expiresAt };
}

/** The same stop said another way: what stands there is kept, in the new words. */
export function changeWay(draft: Draft, kind: StopKind, by: StopBy, setting: DraftSetting): Draft {
  const stop = draft[kind];
  const plainLots = readNumber(draft.lots, setting.notation);
  const ground = groundOf(draft, setting, plainLots === null ? null : parseLots(plainLots));
  const plain = readNumber(stop.text, setting.notation);
  const reading = ground && plain !== null ? readStop(plain, { kind, by: stop.by }, ground) : null;
  const text =
    ground && reading?.isOk ? typedForm(tellStop(reading.level, by, ground), setting.notation) : "";
  return { ...draft, [kind]: { ...stop, by, text } };
}
