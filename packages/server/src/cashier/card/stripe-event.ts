// What Stripe tells us, once it is certain that it was Stripe: the signature of its webhook is
// checked over the bytes as they came, with the tolerance that Stripe documents. Pure but for the
// hash.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { CardEvent } from "./card-provider.ts";

const TOLERANCE_SEC = 300;
/** Beyond it is no moment of ours. */
const CREATED_SEC_MAX = 10_000_000_000;

/** `Stripe-Signature: t=…,v1=…`: HMAC-SHA256 of "t.body"; one of several v1 is enough. */
export function isSignedByStripe(
  { bytes, signature }: { readonly bytes: Buffer; readonly signature: string },
  { webhookSecret, nowMs }: { readonly webhookSecret: string; readonly nowMs: number },
): boolean {
  const parts = signature.split(",").map((part) => part.trim().split("=", 2));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(Math.floor(nowMs / 1_000) - Number(time)) > TOLERANCE_SEC) return false;
  const expected = createHmac("sha256", webhookSecret).update(`${time}.`).update(bytes).digest();
  return parts.some(([name, value = ""]) => {
    const given = name === "v1" ? Buffer.from(value, "hex") : null;
    return given?.length === expected.length && timingSafeEqual(given, expected);
  });
}

const KINDS: Readonly<Record<string, CardEvent["kind"]>> = {
  "checkout.session.completed": "paid",
  "checkout.session.async_payment_succeeded": "paid",
  "checkout.session.async_payment_failed": "failed",
  "checkout.session.expired": "expired",
};

type StripeObject = Readonly<Record<string, unknown>>;

/** An event with the object that it is about; null where it is no such thing. */
export function readStripeObject(bytes: Buffer): {
  readonly id: string;
  readonly type: string;
  readonly createdAtMs: number;
  readonly object: StripeObject;
} | null {
  const event = readJson(bytes) as {
    id?: unknown;
    type?: unknown;
    created?: unknown;
    data?: { object?: StripeObject | null };
  } | null;
  const object = event?.data?.object;
  if (typeof event?.id !== "string" || typeof event.type !== "string") return null;
  if (typeof object !== "object" || object === null) return null;
  const { id, type, created } = event;
  const isTimed = typeof created === "number" && created >= 0 && created < CREATED_SEC_MAX;
  return { id: id.slice(0, 200), type, createdAtMs: isTimed ? created * 1_000 : 0, object };
}

/** Null: it is about something else, or there is no money yet. */
export function readStripeEvent(bytes: Buffer): CardEvent | null {
  const event = readStripeObject(bytes);
  const kind = event && KINDS[event.type];
  if (!kind) return null;
  const { id, amount_total, currency, payment_status, payment_intent } = event.object;
  if (typeof id !== "string" || typeof currency !== "string") return null;
  if (typeof amount_total !== "number" || !Number.isSafeInteger(amount_total)) return null;
  // A completed page whose payment is still on its way: another event will tell.
  if (kind === "paid" && payment_status !== "paid") return null;
  return {
    eventId: event.id,
    kind,
    sessionRef: id,
    cents: BigInt(amount_total),
    currency: currency.toUpperCase(),
    paymentRef: typeof payment_intent === "string" ? payment_intent : id,
  };
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
