// What a receipt is about, in the reader's words: events are grouped as a trader thinks of them.

import type { ReceiptEntry } from "@truetick/contract/proof";

export type ReceiptWord =
  | "placed"
  | "opened"
  | "closed"
  | "reduced"
  | "cancelled"
  | "changed"
  | "marginCall"
  | "stopOut"
  | "financing"
  | "money"
  | "account"
  | "refused"
  | "step";

const OF_EVENTS: Readonly<Record<string, ReceiptWord>> = {
  OrderPlaced: "placed",
  OrderOpened: "opened",
  OrderClosed: "closed",
  OrderReduced: "reduced",
  OrderCancelled: "cancelled",
  MarginCalled: "marginCall",
  MarginRestored: "marginCall",
  StoppedOut: "stopOut",
  FinancingCharged: "financing",
  BalanceProtected: "money",
  FundsCredited: "money",
  FundsHeld: "money",
  HoldReleased: "money",
  HoldSettled: "money",
  FundsTransferred: "money",
  DemoReset: "account",
  AccountOpened: "account",
};

export function wordOf({ kind, name }: Pick<ReceiptEntry, "kind" | "name">): ReceiptWord {
  if (kind === "refusal") return "refused";
  if (kind === "step") return "step";
  return OF_EVENTS[name] ?? "changed";
}
