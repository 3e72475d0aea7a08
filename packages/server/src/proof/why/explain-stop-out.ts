// The story of a stop-out: what the account was worth and by which quotes, what was cancelled,
// which position was taken and why, how few lots sufficed, what waits, what the house paid, and
// what would have avoided it. Told from the engine's own records, which are held against the same
// account decided once more.

import type { WhyAvoided, WhyPassed, WhyStep } from "@truetick/contract/proof";
import type { Event, OrderPlaced, StopOutOrder, StoppedOut, TakeQuote } from "@truetick/engine";
import { formatMoney, formatRate, money, shareDown } from "@truetick/money";
import { avoidByFunds, avoidByLots, avoidByStop, STOP_OUT_PERCENT } from "./avoid-stop-out.ts";
import {
  type Digits,
  figuresOf,
  lotsText,
  momentOf,
  positionsOf,
  priceText,
  profitOf,
} from "./figures.ts";
import type { HeldPosition } from "./held-positions.ts";
import { decideAgain, type Scene, type SceneValue } from "./scene.ts";
import {
  type Closing,
  obstacleOf,
  passedOver,
  ruleOf,
  valueNamed,
  type Walk,
  walkStopOut,
} from "./stop-out-walk.ts";
import type { TapeQuote } from "./tape-quotes.ts";
import type { OwnEvent } from "./why-row.ts";

export type StopOutFacts = {
  /** The account when its level was looked at. */
  readonly scene: Scene;
  readonly evidence: StoppedOut;
  /** Of the account, those before the evidence and those after it. */
  readonly earlier: readonly OwnEvent[];
  readonly later: readonly OwnEvent[];
  readonly tick: TakeQuote;
  readonly pending: readonly OrderPlaced[];
  /** The position that is asked about; null for a pending order. */
  readonly asked: number | null;
  /** The quote before, in the market of that position. */
  readonly before: TapeQuote | null;
  readonly digits: Digits;
};

export type StopOutStory = {
  readonly steps: readonly WhyStep[];
  readonly avoided: readonly WhyAvoided[];
  readonly isSame: boolean;
};

const TARGET_PERCENT = 55n;

export function explainStopOut(facts: StopOutFacts): StopOutStory {
  const { scene, evidence, later, digits } = facts;
  const value = valueNamed(scene);
  if (value.equity !== evidence.equity || value.used !== evidence.used) {
    throw new Error("Invariant: the evidence of a stop-out is what its account was worth");
  }
  const walk = walkStopOut(scene, later);
  const rule = ruleOf(walk, evidence.atMs);
  const at = momentOf(evidence.atMs);
  const { cash, floating } = value;
  const positions = positionsOf(scene, value, digits);
  const figures = { cash: formatMoney(cash), floating: formatMoney(floating), positions };
  const waiting = waitingIn(walk, evidence.atMs);
  return {
    steps: [
      { kind: "valued", at, ...figuresOf(value), ...figures },
      ...cancelledStep(later, at),
      ...walk.closings.flatMap((closing) => closingSteps(closing, { rule, at, digits })),
      ...later.flatMap((event): WhyStep[] =>
        event.type === "BalanceProtected"
          ? [{ kind: "protected", at, amount: formatMoney(event.amount) }]
          : [],
      ),
      ...(waiting.length > 0 ? [{ kind: "waiting", at, positions: waiting } as const] : []),
    ],
    avoided: avoidedBy(facts, value),
    isSame: isDecidedAgain(facts, { walk, rule }),
  };
}

function cancelledStep(later: readonly OwnEvent[], at: number): WhyStep[] {
  const orders = later.flatMap((event) =>
    event.type === "OrderCancelled"
      ? [
          {
            order: String(event.orderId),
            market: String(event.marketId),
            freed: formatMoney(money(event.margin + event.fee)),
          },
        ]
      : [],
  );
  return orders.length > 0 ? [{ kind: "cancelled", at, orders }] : [];
}

type Telling = { readonly rule: StopOutOrder; readonly at: number; readonly digits: Digits };

function closingSteps(closing: Closing, { rule, at, digits }: Telling): WhyStep[] {
  const { event, before, beforeValue, afterValue } = closing;
  const held = before.positions.find(({ orderId }) => orderId === event.orderId);
  if (!held) throw new Error("Invariant: what is closed was held");
  const order = String(event.orderId);
  const market = String(event.marketId);
  const isPart = event.type === "OrderReduced";
  return [
    {
      kind: "chosen",
      at,
      rule,
      order,
      market,
      margin: formatMoney(held.margin),
      profit: formatMoney(profitOf(beforeValue, event.orderId)),
      among: before.positions.length,
      passed: passedOver(closing, rule).map((position) => passedWith(position, before, event.atMs)),
    },
    {
      kind: "closed",
      at,
      order: isPart ? String(event.closedOrderId) : order,
      of: order,
      market,
      lots: lotsText(event.lots),
      left: lotsText(isPart ? event.lotsLeft : 0),
      price: priceText(event.closePrice, digits(event.marketId)),
      seq: event.fill.seq,
      profit: formatMoney(event.profit),
      after: figuresOf(afterValue),
      fewer: fewerOf(closing, held),
    },
  ];
}

function passedWith({ orderId, marketId }: HeldPosition, scene: Scene, atMs: number): WhyPassed {
  // Open and fresh by its age, and yet passed over: its source was silent.
  const obstacle = obstacleOf(scene, marketId, atMs) ?? "stale";
  return { order: String(orderId), market: String(marketId), obstacle };
}

/** What one lot step less would have come to. */
function fewerOf({ event, before }: Closing, held: HeldPosition) {
  const market = before.markets.find(({ terms }) => terms.marketId === held.marketId);
  const step = market?.terms.lotStep ?? 0;
  // Of a whole position the last step may be a smaller rest.
  const rest = event.lots % step === 0 ? step : event.lots % step;
  const lots = event.lots - rest;
  if (lots <= 0) return null;
  const margin = shareDown(held.margin, lots, held.lots);
  const part = valueNamed({ ...before, positions: [{ ...held, lots }] });
  const left = valueNamed({
    ...before,
    cash: money(before.cash + profitOf(part, held.orderId)),
    positions: before.positions.map((position) =>
      position === held
        ? { ...held, lots: held.lots - lots, margin: money(held.margin - margin) }
        : position,
    ),
  });
  return left.level === null ? null : { lots: lotsText(lots), level: formatRate(left.level) };
}

/** Still too low, and nothing was left that could be closed. */
function waitingIn({ end, endValue }: Walk, atMs: number): WhyPassed[] {
  const { equity, used } = endValue;
  if (equity * 100n >= used * TARGET_PERCENT) return [];
  return end.positions.map((position) => passedWith(position, end, atMs));
}

function avoidedBy(facts: StopOutFacts, value: SceneValue): WhyAvoided[] {
  const { scene, digits, asked, before } = facts;
  const funds = avoidByFunds(value, STOP_OUT_PERCENT);
  const position = scene.positions.find(({ orderId }) => orderId === asked);
  if (!position) return [funds];
  const avoiding = { scene, value, position, digits };
  const others = [avoidByLots(avoiding), avoidByStop(avoiding, before)];
  return [funds, ...others.filter((one) => one !== null)];
}

/** Gives the engine the account and the tick again: whether it comes to the same. */
function isDecidedAgain(
  { scene, earlier, evidence, later, tick, pending }: StopOutFacts,
  { walk, rule }: { readonly walk: Walk; readonly rule: StopOutOrder },
): boolean {
  const call = earlier.at(-1)?.type === "MarginCalled" ? earlier.slice(-1) : [];
  const unable = [
    ...walk.closings.flatMap((closing) => passedOver(closing, rule)),
    ...(waitingIn(walk, evidence.atMs).length > 0 ? walk.end.positions : []),
  ];
  const silent = new Set(unable.map(({ marketId }) => marketId));
  const events = decideAgain(scene, tick, {
    stopOutOrder: rule,
    isMarginCalled: call.length === 0,
    silent: [...silent].filter((id) => obstacleOf(scene, id, evidence.atMs) === null),
    pending,
  });
  const written = [...call, evidence, ...later];
  return JSON.stringify(events.map(decisionOf)) === JSON.stringify(written.map(decisionOf));
}

/** What was decided, without the numbers that the books give to parts and movements. */
function decisionOf(event: Event): unknown {
  switch (event.type) {
    case "OrderClosed":
    case "OrderReduced": {
      const { type, orderId, lots, closePrice, reason, fill } = event;
      return [type, orderId, lots, closePrice, reason, fill.seq, ...texts(event)];
    }
    case "OrderCancelled":
      return [event.type, event.orderId, event.reason, String(event.margin), String(event.fee)];
    case "StoppedOut": {
      const { type, cash, level, quotes } = event;
      return [type, String(cash), String(level), quotes, String(event.equity), String(event.used)];
    }
    case "MarginCalled":
    case "MarginRestored":
      return [event.type, String(event.equity), String(event.used)];
    case "BalanceProtected":
      return [event.type, String(event.amount)];
    default:
      return event.type;
  }
}

function texts({ profit, margin }: { readonly profit: bigint; readonly margin: bigint }): string[] {
  return [String(profit), String(margin)];
}
