// What a follow could come to, before money goes in: exact on the millionths, rounded against the
// reader. Pure.

import { divideDown, divideUp, formatDecimal, parseDecimal } from "@truetick/money";

const MONEY_PLACES = 6;
const RATIO_PLACES = 8;
const PERCENT = 100n;

/** The worth at which a copy stop-loss ends it; null without an amount. */
export function stopLevelOf(amount: string, percent: string): string | null {
  const units = parseDecimal(amount, MONEY_PLACES);
  const lost = parseDecimal(percent, 0);
  if (units === null || lost === null) return null;
  return formatDecimal(divideDown(units * (PERCENT - lost), PERCENT), MONEY_PLACES);
}

/** What the leader's largest fall so far would cost, times the factor; never more than is there. */
export function fallOf({
  amount,
  drawdown,
  factor,
}: {
  readonly amount: string;
  readonly drawdown: string;
  readonly factor: string;
}): string | null {
  const units = parseDecimal(amount, MONEY_PLACES);
  const ratio = parseDecimal(drawdown, RATIO_PLACES);
  const times = parseDecimal(factor, RATIO_PLACES);
  if (units === null || ratio === null || times === null) return null;
  const scale = 10n ** BigInt(RATIO_PLACES);
  const lost = divideUp(units * ratio * times, scale * scale);
  return formatDecimal(lost > units ? units : lost, MONEY_PLACES);
}

/** How far a worth has come between the level that ends it and what was put in: 0 to 1. */
export function shareLeft(equity: string, stopEquity: string, amount: string): number {
  const room = Number(amount) - Number(stopEquity);
  if (room <= 0) return 1;
  return Math.min(1, Math.max(0, (Number(equity) - Number(stopEquity)) / room));
}
