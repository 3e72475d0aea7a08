// The calls of the desk about deposits as its app makes them. Browser-safe: no schema library.

import type { DepositKind } from "../cashier/deposit.ts";
import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type DepositCase,
  type DepositCaseWire,
  type DepositRow,
  type DepositRowWire,
  type DepositState,
  depositCaseFromWire,
  depositRowFromWire,
} from "./deposit.ts";
import type { ReversalFilter } from "./reversal.ts";

export type DepositRowPage = {
  readonly rows: readonly DepositRow[];
  /** Where the next page begins; empty at the end. */
  readonly next: string;
};

/** Those who wait the longest first; of the decided ones the newest. */
export function requestDepositCases(wanted: {
  readonly state: DepositState;
  /** Card payments that were refunded or disputed, whatever their state; null: by state. */
  readonly reversed: ReversalFilter | null;
  /** Null: all. */
  readonly kind: DepositKind | null;
  /** A member's uid, the number of a deposit or a reference; empty: all. */
  readonly query: string;
  readonly cursor: string;
}): ReadRequest<DepositRowPage> {
  const { state, kind, query, cursor, reversed } = wanted;
  return {
    path: "/v1/api/desk/deposit/list",
    query: {
      ...(reversed ? { reversed } : { status: state }),
      ...(kind && { kind }),
      ...(query === "" ? {} : { q: query }),
      ...(cursor === "" ? {} : { cursor }),
    },
    read: (wire) => {
      const { data, next } = wire as { data: DepositRowWire[]; next: string };
      return { rows: data.map(depositRowFromWire), next };
    },
  };
}

/** Shows everything that is needed to decide, and is written down. */
export function requestDepositCase(id: string): ReadRequest<DepositCase> {
  return { path: "/v1/api/desk/deposit/show", query: { id }, read: readCase };
}

/** It arrived, under this reference of the bank or the chain. From 1,000 USD on, two say so. */
export function requestApproveDeposit(approval: {
  readonly id: string;
  readonly hash: string;
  readonly reference: string;
}): WriteRequest<DepositCase> {
  const { id, hash, reference } = approval;
  return { path: "/v1/api/desk/deposit/approve", fields: { id, hash, reference }, read: readCase };
}

/** It did not arrive, or not like this; the trader reads the remark. */
export function requestRejectDeposit(decision: {
  readonly id: string;
  readonly remark: string;
}): WriteRequest<DepositCase> {
  const { id, remark } = decision;
  return { path: "/v1/api/desk/deposit/reject", fields: { id, remark }, read: readCase };
}

/** It is no deposit at all: a mistake, a duplicate, somebody else's picture. */
export function requestInvalidateDeposit(decision: {
  readonly id: string;
  readonly remark: string;
}): WriteRequest<DepositCase> {
  const { id, remark } = decision;
  return { path: "/v1/api/desk/deposit/invalidate", fields: { id, remark }, read: readCase };
}

/** The deadline stays: a question is no way to stall. */
export function requestAskDeposit(asked: {
  readonly id: string;
  readonly question: string;
}): WriteRequest<DepositCase> {
  const { id, question } = asked;
  return { path: "/v1/api/desk/deposit/ask", fields: { id, question }, read: readCase };
}

/** No money moves: it is no longer counted among what waits. */
export function requestLookAtReversals(look: {
  readonly id: string;
  readonly upTo: string;
}): WriteRequest<DepositCase> {
  const { id, upTo } = look;
  const path = "/v1/api/desk/deposit/look_reversals";
  return { path, fields: { id, up_to: upTo }, read: readCase };
}

function readCase(wire: unknown): DepositCase {
  return depositCaseFromWire(wire as DepositCaseWire);
}
