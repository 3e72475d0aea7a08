// Receipts and archives as the app asks for them: sealed files in one text, which the app checks by
// itself (packages/verify) and people keep. Browser-safe; `receipts.calls.ts` declares the calls.

import type { ReadRequest } from "../market.requests.ts";

/** Of what a receipt speaks. */
export const RECEIPT_KINDS = ["event", "refusal", "step"] as const;
export type ReceiptOf = (typeof RECEIPT_KINDS)[number];

/** One thing that happened and has a receipt. */
export type ReceiptEntry = {
  /** As "journal-4711-1", "journal.2-4711-1" of another shard, "refusal-3", "audit-12". */
  readonly id: string;
  readonly kind: ReceiptOf;
  /** The event, the reason of the refusal, or the step: as "OrderOpened", "withdrawal.approve". */
  readonly name: string;
  /** Unix seconds. */
  readonly at: number;
  /** The order it is about. */
  readonly order: string | null;
};

export type Receipt = {
  readonly id: string;
  /** The sealed file, letter by letter. */
  readonly file: string;
  /** False before the next checkpoint: signed, and without evidence so far. */
  readonly proved: boolean;
  /** When the evidence will be there; Unix seconds, null when it is. */
  readonly due: number | null;
};

export type ReceiptPage = {
  readonly data: readonly ReceiptEntry[];
  /** Rows of the record, each of one or more things that happened. */
  readonly total: number;
};

/** By its id. `since`: shows that it extends this remembered checkpoint, too. */
export function requestReceipt(id: string, since: number | null = null): ReadRequest<Receipt> {
  return {
    path: "/v1/api/proof/receipt",
    query: { id, ...(since === null ? {} : { since: String(since) }) },
    // The answer has the type's own names; the server's schema holds it to them.
    read: (wire) => wire as Receipt,
  };
}

/** All that happened to an order, oldest first. */
export function requestOrderReceipts(orderId: string): ReadRequest<ReceiptPage> {
  return {
    path: "/v1/api/proof/receipts",
    query: { order_id: orderId },
    read: (wire) => wire as ReceiptPage,
  };
}

/** Newest first. */
export function requestReceipts(wanted: {
  readonly page: number;
  readonly kind?: "event" | "refusal";
}): ReadRequest<ReceiptPage> {
  const { page, kind = "event" } = wanted;
  return {
    path: "/v1/api/proof/receipts",
    query: { page: String(page), kind },
    read: (wire) => wire as ReceiptPage,
  };
}

/** The steps of a deposit or a withdrawal of the caller, oldest first. */
export function requestStepReceipts(
  of: "deposit" | "withdrawal",
  id: string,
): ReadRequest<readonly ReceiptEntry[]> {
  return {
    path: "/v1/api/proof/step_receipts",
    query: { of, id },
    read: (wire) => wire as readonly ReceiptEntry[],
  };
}

/** Files that are streamed: every receipt of the account, a line each; and its archive. */
export const RECEIPTS_FILE_PATH = "/v1/api/proof/receipts_file";
export const ARCHIVE_PATH = "/v1/api/proof/archive";
