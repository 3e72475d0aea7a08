// Who is let in when too much waits for the disk (F21): new exposure is refused first, what makes
// risk smaller last, and quotes are held back only beyond that. Rows, not commands, are counted:
// they are what the disk sees. Ten thousand positions that fall at once are more than 40,000, and
// nobody who wants to close is refused for that.

import type { Command } from "@truetick/engine";

const NEW_EXPOSURE_ROWS_MAX = 20_000;
const QUEUED_ROWS_MAX = 200_000;
const QUOTES_HELD_FROM_ROWS = 250_000;

/** What can wait until the queue is short again. */
const REFUSED_FIRST: ReadonlySet<Command["type"]> = new Set([
  "PlaceOrder",
  "AmendOrder",
  "OpenAccount",
  "ResetDemo",
  "Transfer",
]);

export function isTooMuch(type: Command["type"], queuedRows: number): boolean {
  return queuedRows >= (REFUSED_FIRST.has(type) ? NEW_EXPOSURE_ROWS_MAX : QUEUED_ROWS_MAX);
}

export function mustHoldQuotes(queuedRows: number): boolean {
  return queuedRows >= QUOTES_HELD_FROM_ROWS;
}
