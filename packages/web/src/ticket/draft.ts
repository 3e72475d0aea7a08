// What stands in an order ticket, and what it means: an order that can be sent, or what is missing
// beside which field. Pure: prices and rates are handed in. Texts are what was typed.

import type { Market, NewOrder, Quote, Side } from "@truetick/contract";
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
import { openingLots } from "./lot-steps.ts";
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

export type StopDraft = { readonly isOn: boolean; readonly by: StopBy; readonly text: string };

export type Draft = {
  readonly side: Side;
  readonly isPending: boolean;
  readonly lots: string;
  /** Null where the market offers none. */
  readonly leverage: number | null;
  readonly target: string;
  readonly stopLoss: StopDraft;
  readonly takeProfit: StopDraft;
};

export type DraftField = "lots" | "leverage" | "target" | "stopLoss" | "takeProfit";

/** What is wrong with a field as far as a page can tell; names a text of the catalogue. */
export type DraftProblem =
  | "lots"
  | "leverage"
  | "target"
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
  readonly stops: Readonly<Record<StopKind, StopView | null>>;
};

const NO_STOP: StopDraft = { isOn: false, by: "price", text: "" };

export type DraftChoices = {
  readonly side: Side;
  /** The reader's own size and leverage, where he has chosen them before. */
  readonly lots: string | null;
  readonly leverage: number | null;
};

export function newDraft(market: Market, { side, lots, leverage }: DraftChoices): Draft {
  const isOffered = leverage !== null && market.leverages.includes(leverage);
  return {
    side,
    isPending: false,
    lots: openingLots(market, lots),
    leverage: isOffered ? leverage : market.leverages.length ? Math.max(...market.leverages) : null,
    target: "",
    stopLoss: NO_STOP,
    takeProfit: NO_STOP,
  };
}

const STOP_PROBLEMS = {
  unreadable: "stopUnreadable",
  tooNear: "stopTooNear",
  tooFar: "stopTooFar",
  noRate: "stopNoRate",
} as const satisfies Record<Exclude<StopReading, { isOk: true }>["problem"], DraftProblem>;

function targetOf(draft: Draft, { market, notation }: DraftSetting): Price | null {
  const plain = readNumber(draft.target, notation);
  return plain === null ? null : parsePrice(plain, market.pricePrecision);
}

/** What it would open at; null while nobody can tell. */
function openPriceOf(draft: Draft, setting: DraftSetting): Price | null {
  if (draft.isPending) return targetOf(draft, setting);
  const { market, quote } = setting;
  const text = draft.side === "buy" ? quote?.ask : quote?.bid;
  return text === undefined ? null : parsePrice(text, market.pricePrecision);
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

function viewStop(
  { isOn, by, text }: StopDraft,
  kind: StopKind,
  { ground, setting }: { readonly ground: StopGround | null; readonly setting: DraftSetting },
): ReadStop {
  if (!isOn) return NOTHING;
  const plain = readNumber(text, setting.notation);
  if (plain === null) return { view: null, problem: "stopUnreadable" };
  // Without lots or a target nothing can be computed; those say themselves what they lack.
  if (!ground) return NOTHING;
  const reading = readStop(plain, { kind, by }, ground);
  if (!reading.isOk) return { view: null, problem: STOP_PROBLEMS[reading.problem] };
  const { level } = reading;
  const view = {
    level: formatPrice(level, setting.market.pricePrecision),
    pips: pipsTo(level, ground),
    profit: profitAt(level, ground),
  };
  return { view, problem: undefined };
}

export function readDraft(draft: Draft, setting: DraftSetting): DraftReading {
  const { market, notation, quote } = setting;
  const plainLots = readNumber(draft.lots, notation);
  const lots = plainLots === null ? null : parseLots(plainLots);
  const target = draft.isPending ? targetOf(draft, setting) : null;
  const ground = groundOf(draft, setting, lots);
  const stopLoss = viewStop(draft.stopLoss, "stopLoss", { ground, setting });
  const takeProfit = viewStop(draft.takeProfit, "takeProfit", { ground, setting });
  const found: Record<DraftField, DraftProblem | undefined> = {
    lots: lots ? undefined : "lots",
    leverage: draft.leverage === null ? "leverage" : undefined,
    target: draft.isPending && target === null ? "target" : undefined,
    stopLoss: stopLoss.problem,
    takeProfit: takeProfit.problem,
  };
  // Filled in by name: a field without a problem is not there at all.
  const problems = Object.fromEntries(
    Object.entries(found).filter(([, problem]) => problem !== undefined),
  ) as DraftReading["problems"];
  const isWhole = lots && draft.leverage !== null && Object.keys(problems).length === 0;
  const order: NewOrder | null = isWhole
    ? {
        marketId: market.id,
        side: draft.side,
        lots: formatLots(lots),
        leverage: draft.leverage,
        target: target === null ? null : formatPrice(target, market.pricePrecision),
        stopLoss: stopLoss.view?.level ?? null,
        takeProfit: takeProfit.view?.level ?? null,
        trailingDistance: null,
        seenPrice: draft.isPending
          ? null
          : ((draft.side === "buy" ? quote?.ask : quote?.bid) ?? null),
        maxDeviation: null,
        expiresAt: null,
      }
    : null;
  return { order, problems, stops: { stopLoss: stopLoss.view, takeProfit: takeProfit.view } };
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
