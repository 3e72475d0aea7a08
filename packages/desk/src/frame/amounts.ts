// Amounts as the desk shows them: money to the cent in heads and lists, to its last digit where
// sums are checked, other currencies as they came. Pure: texts in, texts out, no floats.

import type { DepositRow, WithdrawalRow } from "@truetick/contract/desk";
import { type Notation, writeDecimal } from "@truetick/ui";

const PLACES = 2;

type Received = Pick<WithdrawalRow, "received" | "channel" | "currencyCode">;
type Deposited = Pick<DepositRow, "amount" | "kind" | "currencyCode">;

/** To the cent; further digits stay only where they are not nothing. */
export function writeUsd(text: string, notation: Notation): string {
  const [whole = "0", fraction = ""] = text.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(PLACES, "0");
  return writeDecimal(`${whole}.${kept}`, notation);
}

/** To the cent, for estimates in lists; what is beyond is left out. */
export function writeCents(text: string, notation: Notation): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return writeDecimal(`${whole}.${fraction.slice(0, PLACES).padEnd(PLACES, "0")}`, notation);
}

/** What banks count in cents; coins have places of their own. */
export function writeAmount(text: string, isBank: boolean, notation: Notation): string {
  return isBank ? writeUsd(text, notation) : writeUnits(text, notation);
}

/** "4,175.15 EUR": what somebody receives. */
export function writeReceived(
  { received, channel, currencyCode }: Received,
  notation: Notation,
): string {
  return `${writeAmount(received, channel === "bank", notation)} ${currencyCode}`;
}

/** "2,400 USDT": what somebody sent. */
export function writeDeposited(
  { amount, kind, currencyCode }: Deposited,
  notation: Notation,
): string {
  return `${writeAmount(amount, kind !== "coin", notation)} ${currencyCode}`;
}

/** Without zeros that say nothing. */
export function writeUnits(text: string, notation: Notation): string {
  if (!text.includes(".")) return writeDecimal(text, notation);
  return writeDecimal(text.replace(/0+$/, "").replace(/\.$/, ""), notation);
}
