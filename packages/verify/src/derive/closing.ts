// A closing, whole or in part, and the financing of a night, made again from the quotes that are
// named. Answers what does not come out.

import type { FinancingCharged, MarketTerms, OrderClosed, OrderReduced } from "@truetick/engine";
import { contractOf, financing, longProfit, money, shareDown, shortProfit } from "@truetick/money";
import { convertAlong, type KnownTerms } from "./conversion.ts";
import type { Fault } from "./fault.ts";

type Closing = OrderClosed | OrderReduced;

/** Which rule closes for which reason. */
const RULE_OF_REASON: Readonly<Record<Closing["reason"], Closing["fill"]["rule"]>> = {
  user: "close",
  copy: "close",
  "copy-stop-loss": "close",
  "copy-stopped": "close",
  "take-profit": "take-profit",
  "stop-loss": "stop-loss",
  "trailing-stop": "trailing-stop",
  "stop-out": "stop-out",
  "demo-reset": "demo-reset",
  delisted: "delisting",
};

export function closingFaults(event: Closing, terms: MarketTerms, known: KnownTerms): Fault[] {
  const { fill, side, openPrice, closePrice, lots } = event;
  const faults: Fault[] = [];
  const price = side === "buy" ? fill.bid : fill.ask;
  if (fill.price !== price || closePrice !== price) {
    faults.push({ check: "fill", detail: `a ${side} closes at ${price}, not at ${closePrice}` });
  }
  if (!isLevelReached(event)) {
    const detail = `the level ${fill.level} was not reached at ${price} (${fill.rule})`;
    faults.push({ check: "fill", detail });
  }
  const quote = convertAlong(fill.quoteConversion, terms.quoteCurrency, known);
  if ("fault" in quote) return [...faults, { check: "amounts", detail: quote.fault }];
  const contract = contractOf(terms);
  const input = { contract, lots, openPrice, closePrice: price, conversion: quote.ratio };
  const profit = side === "buy" ? longProfit(input) : shortProfit(input);
  if (profit !== event.profit) {
    const detail = `the profit comes to ${profit}, not to ${event.profit}`;
    faults.push({ check: "amounts", detail });
  }
  return event.type === "OrderReduced" ? [...faults, ...splitFaults(event)] : faults;
}

/** The part's share of margin and fee; what does not divide stays with the rest. */
function splitFaults(event: OrderReduced): Fault[] {
  const whole = event.lots + event.lotsLeft;
  const margin = shareDown(money(event.margin + event.marginLeft), event.lots, whole);
  const fee = shareDown(money(event.fee + event.feeLeft), event.lots, whole);
  if (margin === event.margin && fee === event.fee) return [];
  const detail = `the part's margin and fee come to ${margin} and ${fee}`;
  return [{ check: "amounts", detail }];
}

function isLevelReached({ fill, side, reason }: Closing): boolean {
  const { rule, level, price } = fill;
  if (RULE_OF_REASON[reason] !== rule) return false;
  if (rule === "take-profit") return level !== null && isBetter(side, price, level);
  if (rule === "stop-loss" || rule === "trailing-stop") {
    return level !== null && isBetter(side, level, price);
  }
  return level === null;
}

/** At least as good for whoever closes a position of this side. */
function isBetter(side: Closing["side"], price: number, than: number): boolean {
  return side === "buy" ? price >= than : price <= than;
}

export function financingFaults(
  event: FinancingCharged,
  terms: MarketTerms,
  known: KnownTerms,
): Fault[] {
  const { annualRate, quoteConversion, lots, bid, ask, days } = event;
  if (annualRate !== terms.longRate && annualRate !== terms.shortRate) {
    return [{ check: "terms", detail: `the terms know no annual rate of ${annualRate}` }];
  }
  const quote = convertAlong(quoteConversion, terms.quoteCurrency, known);
  if ("fault" in quote) return [{ check: "amounts", detail: quote.fault }];
  const contract = contractOf(terms);
  const amount = financing({
    contract,
    lots,
    bid,
    ask,
    annualRate,
    days,
    conversion: quote.ratio,
  });
  if (amount === event.amount) return [];
  return [{ check: "amounts", detail: `the night comes to ${amount}, not to ${event.amount}` }];
}
