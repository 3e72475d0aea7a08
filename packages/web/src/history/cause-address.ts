// Where a movement of the account leads: to the order, the deposit, the withdrawal or the
// adjustment that caused it. Pure.

const OF_ORDERS: readonly string[] = ["profit", "fee", "financing"];
const OF_WITHDRAWALS = /^withdrawal-/;

/** Null for what has no page of its own. `isOpen` says whether an order is still open. */
export function addressOfCause(
  cause: string,
  causeId: string,
  isOpen: (orderId: string) => boolean,
): string | null {
  if (causeId === "") return null;
  if (OF_ORDERS.includes(cause)) return `/order?type=${isOpen(causeId) ? 1 : 3}&id=${causeId}`;
  if (cause === "deposit") return `/mine/charge?record=${causeId}`;
  if (OF_WITHDRAWALS.test(cause)) return `/mine/withdraw?record=${causeId}`;
  if (cause === "adjustment") return `/mine/history?adjustment=${causeId}`;
  return null;
}
