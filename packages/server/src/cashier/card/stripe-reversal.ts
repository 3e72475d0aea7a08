// What Stripe tells about a payment after it was made: refunds and disputes, read from an event
// whose signature was checked. Which event it is says little, and events come in any order: what
// counts is the state of the object that each of them carries whole. Pure.

import { referenceKey } from "../deposits/deposit-object.ts";
import type { DisputeState, RefundState, Reversal } from "./reversal-table.ts";
import { readStripeObject } from "./stripe-event.ts";

const ABOUT: Readonly<Record<string, Reversal["about"]>> = {
  "charge.refunded": "charge",
  "refund.created": "refund",
  "refund.updated": "refund",
  "refund.failed": "refund",
  "charge.refund.updated": "refund",
  "charge.dispute.created": "dispute",
  "charge.dispute.updated": "dispute",
  "charge.dispute.funds_withdrawn": "dispute",
  "charge.dispute.funds_reinstated": "dispute",
  "charge.dispute.closed": "dispute",
};

const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "done",
  failed: "failed",
  canceled: "failed",
};

const DISPUTE_STATES: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "ended",
  prevented: "ended",
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
};

const REF_LENGTH_MAX = 120;

/** Null: it is about something else, or cannot be read. */
export function readReversal(bytes: Buffer): Reversal | null {
  const event = readStripeObject(bytes);
  const about = event && ABOUT[event.type];
  if (!about) return null;
  const { object } = event;
  const amount = about === "charge" ? object.amount_refunded : object.amount;
  const payment = object.payment_intent ?? (about === "charge" ? object.id : object.charge);
  if (!isRef(object.id) || !isRef(payment)) return null;
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 0) return null;
  if (typeof object.currency !== "string" || !/^[a-z]{3}$/i.test(object.currency)) return null;
  return {
    eventId: event.id,
    eventType: event.type,
    paymentKey: referenceKey(payment),
    about,
    objectRef: object.id,
    state: stateOf(about, String(object.status)),
    cents: BigInt(amount),
    currency: object.currency.toUpperCase(),
    saidAtMs: event.createdAtMs,
  };
}

/** A word that we do not know yet is taken for the one that somebody has to look at. */
function stateOf(about: Reversal["about"], status: string): Reversal["state"] {
  if (about === "charge") return "done";
  if (about === "refund") return REFUND_STATES[status] ?? "pending";
  return DISPUTE_STATES[status] ?? "open";
}

function isRef(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= REF_LENGTH_MAX;
}
