// Why an order was closed, cancelled or called, as facts without words: the account at that moment,
// each quote that was used, what was decided and by which rule, and what would have avoided it.
// Every name is one word, the same on the wire and in the app. Decimals are texts, moments are Unix
// seconds with milliseconds as fraction. Browser-safe; `why.calls.ts` declares the call.

import type { StopOutOrder } from "../limits.ts";
import type { ReadRequest } from "../market.requests.ts";
import type { Side } from "../order.ts";

export type WhyMarket = {
  readonly id: string;
  readonly code: string;
  /** As it is shown. */
  readonly name: string;
  /** Places of its prices. */
  readonly digits: number;
};

/** What a quote was used for. "before": the one before, which had not done it yet. */
export const WHY_USES = ["open", "before", "close", "mark", "convert"] as const;
export type WhyUse = (typeof WHY_USES)[number];

/** One row of the public tape. */
export type WhyTick = {
  readonly market: string;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  readonly at: number;
  readonly uses: readonly WhyUse[];
};

export type WhyPosition = {
  readonly order: string;
  readonly market: string;
  readonly side: Side;
  readonly lots: string;
  /** Its open price. */
  readonly opened: string;
  /** What would have closed it at that moment. */
  readonly price: string;
  readonly profit: string;
  readonly margin: string;
};

/** Why a position could not be closed. */
export const WHY_OBSTACLES = ["closed", "halted", "delisted", "stale"] as const;
export type WhyObstacle = (typeof WHY_OBSTACLES)[number];

export type WhyPassed = {
  readonly order: string;
  readonly market: string;
  readonly obstacle: WhyObstacle;
};

export const WHY_LEVEL_RULES = ["take-profit", "stop-loss", "trailing-stop"] as const;

export type WhyFigures = {
  readonly equity: string;
  readonly used: string;
  /** equity / used as a ratio; null when nothing is used. */
  readonly level: string | null;
};

type At = { readonly at: number };

export type WhyStep =
  | (At & {
      readonly kind: "opened";
      readonly seq: number;
      readonly lots: string;
      readonly price: string;
      readonly margin: string;
    })
  /** The margin call, by this quote. */
  | (At &
      WhyFigures & {
        readonly kind: "called";
        readonly market: string;
        readonly seq: number;
        readonly bid: string;
        readonly ask: string;
      })
  /** From one quote to the next, the price that would close the order. */
  | (At & {
      readonly kind: "moved";
      readonly market: string;
      readonly seq: number;
      readonly from: string;
      readonly to: string;
    })
  /** The account at that moment, position by position, oldest first. */
  | (At &
      WhyFigures & {
        readonly kind: "valued";
        readonly cash: string;
        readonly floating: string;
        readonly positions: readonly WhyPosition[];
      })
  /** Pending orders that a stop-out cancels first. */
  | (At & {
      readonly kind: "cancelled";
      readonly orders: readonly {
        readonly order: string;
        readonly market: string;
        readonly freed: string;
      }[];
    })
  /** Which position was taken, and which stood before it and could not be. */
  | (At & {
      readonly kind: "chosen";
      readonly rule: StopOutOrder;
      readonly order: string;
      readonly market: string;
      readonly margin: string;
      readonly profit: string;
      /** How many positions there were. */
      readonly among: number;
      readonly passed: readonly WhyPassed[];
    })
  /** The stop that was reached. */
  | (At & {
      readonly kind: "fired";
      readonly rule: (typeof WHY_LEVEL_RULES)[number];
      readonly trigger: string;
      readonly price: string;
      readonly seq: number;
    })
  /** Somebody or something asked for it. */
  | (At & { readonly kind: "asked"; readonly reason: string })
  | (At & {
      readonly kind: "closed";
      /** Of history: the order's own number, or that of the part. */
      readonly order: string;
      readonly of: string;
      readonly market: string;
      readonly lots: string;
      readonly left: string;
      readonly price: string;
      readonly seq: number;
      readonly profit: string;
      /** The account after it; null where the quotes of that moment are kept no more. */
      readonly after: WhyFigures | null;
      /** One lot step less would have brought the level only here; null where none can be less. */
      readonly fewer: { readonly lots: string; readonly level: string } | null;
    })
  /** Flat below zero: the house paid the difference to exactly zero. */
  | (At & { readonly kind: "protected"; readonly amount: string })
  /** Positions that wait for the first quote of their market. */
  | (At & { readonly kind: "waiting"; readonly positions: readonly WhyPassed[] })
  /** A pending order ended without a fill. */
  | (At & { readonly kind: "ended"; readonly reason: string });

export type WhyStepKind = WhyStep["kind"];

/** What would have avoided it, everything else the same. */
export type WhyAvoided =
  /** So much more on the account; the level then stays above this ratio. */
  | { readonly kind: "funds"; readonly amount: string; readonly level: string }
  /** So many lots less of this position. */
  | {
      readonly kind: "lots";
      readonly order: string;
      readonly market: string;
      readonly lots: string;
      readonly left: string;
    }
  /** A stop-loss there, or nearer; `jumped`: between there and the fill was no price. */
  | {
      readonly kind: "stop";
      readonly order: string;
      readonly market: string;
      readonly price: string;
      readonly jumped: boolean;
    }
  /** A stop there, or further away, was not reached by this quote. */
  | { readonly kind: "further"; readonly market: string; readonly price: string };

export const WHY_ABOUTS = ["close", "cancel", "call"] as const;

export type Why = {
  readonly about: (typeof WHY_ABOUTS)[number];
  readonly order: {
    readonly id: string;
    /** The order that this closed part was split from. */
    readonly part: string | null;
    readonly market: string;
    readonly side: Side;
    readonly lots: string;
    /** Null: a pending order that never was filled. */
    readonly opened: string | null;
    /** Null while it is open. */
    readonly closed: string | null;
    readonly profit: string | null;
    /** Null while it is open. */
    readonly reason: string | null;
  };
  /** When it happened, and in which row of the journal. */
  readonly at: number;
  readonly row: number;
  readonly markets: readonly WhyMarket[];
  readonly ticks: readonly WhyTick[];
  readonly steps: readonly WhyStep[];
  readonly avoided: readonly WhyAvoided[];
  /** Decided again by the engine from these facts, it came out the same; null: not decided. */
  readonly same: boolean | null;
};

/** Refused with ORDER_UNKNOWN, or NOTHING_TO_EXPLAIN for an open order that nothing happened to. */
export function requestWhy(orderId: string): ReadRequest<Why> {
  return {
    path: "/v1/api/proof/why",
    query: { order_id: orderId },
    // The answer has the type's own names; the server's schema holds it to them.
    read: (wire) => wire as Why,
  };
}
