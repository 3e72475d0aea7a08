// Which receipts speak of something on the screen: an order, a deposit, a withdrawal, or one line
// of the account. A line of the ledger is found through the receipt that carries it.

import {
  type ReceiptEntry,
  type ReceiptPage,
  requestOrderReceipts,
  requestReceipts,
  requestStepReceipts,
} from "@truetick/contract/proof";
import type { Answer, Reader } from "../api/server.ts";

export type Subject =
  | { readonly of: "order"; readonly id: string }
  | { readonly of: "deposit" | "withdrawal"; readonly id: string }
  | { readonly of: "receipt"; readonly entry: ReceiptEntry }
  | {
      readonly of: "line";
      /** The number of the movement. */
      readonly id: string;
      readonly cause: string;
      readonly causeId: string;
      /** Unix seconds. */
      readonly at: number;
    };

const OF_ORDERS: ReadonlySet<string> = new Set(["profit", "fee", "financing"]);
/** So far back a line is looked for, a page at a time. */
const PAGES_MAX = 25;
const NEAR_SEC = 1;

export async function findReceipts(
  server: Reader,
  subject: Subject,
): Promise<Answer<readonly ReceiptEntry[]>> {
  switch (subject.of) {
    case "receipt":
      return { isOk: true, value: [subject.entry] };
    case "order":
      return entriesOf(server.read(requestOrderReceipts(subject.id)));
    case "deposit":
    case "withdrawal":
      return server.read(requestStepReceipts(subject.of, subject.id));
    case "line":
      return OF_ORDERS.has(subject.cause)
        ? entriesOf(server.read(requestOrderReceipts(subject.causeId)))
        : findByTime(server, subject.at);
  }
}

async function entriesOf(
  asked: Promise<Answer<ReceiptPage>>,
): Promise<Answer<readonly ReceiptEntry[]>> {
  const page = await asked;
  return page.isOk ? { isOk: true, value: page.value.data } : page;
}

/** Newest first: on until what was asked for must have come. */
async function findByTime(server: Reader, at: number): Promise<Answer<readonly ReceiptEntry[]>> {
  const found: ReceiptEntry[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const answer = await server.read(requestReceipts({ page }));
    if (!answer.isOk) return answer;
    const { data } = answer.value;
    found.push(...data.filter((entry) => Math.abs(entry.at - at) <= NEAR_SEC));
    const oldest = data.at(-1);
    if (!oldest || oldest.at < at - NEAR_SEC) break;
  }
  return { isOk: true, value: found };
}

/** Whether a receipt's file carries that movement of the account. */
export function carriesMovement(file: string, movementId: string): boolean {
  try {
    const { body } = JSON.parse(file) as {
      readonly body: { readonly entries: readonly { readonly entry: { movementId: number } }[] };
    };
    return body.entries.some(({ entry }) => String(entry.movementId) === movementId);
  } catch {
    return false;
  }
}
