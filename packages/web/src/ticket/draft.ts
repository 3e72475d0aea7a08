// What stands in an order ticket. Texts are what was typed; read-draft.ts says what they mean.

import type { Market, Side } from "@truetick/contract";
import type { Notation } from "@truetick/ui";
import { type ExpiryDraft, NO_EXPIRY } from "./expiry.ts";
import { openingLots } from "./lot-steps.ts";
import { typedForm } from "./read-number.ts";
import type { StopBy } from "./stop-levels.ts";

export type StopDraft = { readonly isOn: boolean; readonly by: StopBy; readonly text: string };

/** Its distance in pips. */
export type TrailingDraft = { readonly isOn: boolean; readonly text: string };

export type Draft = {
  readonly side: Side;
  readonly isPending: boolean;
  readonly lots: string;
  /** Null where the market offers none. */
  readonly leverage: number | null;
  readonly target: string;
  /** How long a pending order waits. */
  readonly expiry: ExpiryDraft;
  readonly stopLoss: StopDraft;
  readonly takeProfit: StopDraft;
  readonly trailing: TrailingDraft;
  /** Points that an order at the market may be filled worse than the price seen; null: any. */
  readonly deviation: number | null;
};

const NO_STOP: StopDraft = { isOn: false, by: "price", text: "" };
const NO_TRAILING: TrailingDraft = { isOn: false, text: "" };

export type DraftChoices = {
  readonly side: Side;
  /** The reader's own size, leverage and limit of slippage, where he has chosen them before. */
  readonly lots: string | null;
  readonly leverage: number | null;
  readonly deviation: number | null;
  /** The size stands there as if it had been typed. */
  readonly notation: Pick<Notation, "decimalMark">;
};

export function newDraft(market: Market, choices: DraftChoices): Draft {
  const { side, lots, leverage, deviation, notation } = choices;
  const isOffered = leverage !== null && market.leverages.includes(leverage);
  return {
    side,
    isPending: false,
    lots: typedForm(openingLots(market, lots), notation),
    leverage: isOffered ? leverage : market.leverages.length ? Math.max(...market.leverages) : null,
    target: "",
    expiry: NO_EXPIRY,
    stopLoss: NO_STOP,
    takeProfit: NO_STOP,
    trailing: NO_TRAILING,
    deviation,
  };
}

/** The next order begins without the levels of the last one. */
export function withoutLevels(draft: Draft): Draft {
  return {
    ...draft,
    target: "",
    expiry: NO_EXPIRY,
    stopLoss: { ...draft.stopLoss, isOn: false, text: "" },
    takeProfit: { ...draft.takeProfit, isOn: false, text: "" },
    trailing: NO_TRAILING,
  };
}
