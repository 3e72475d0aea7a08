// What Stripe tells us, once it is certain that it was Stripe: the signature of its webhook is
// checked over the bytes as they came, with the tolerance that Stripe documents. Pure but for the
// hash.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { CardEvent } from "./card-provider.ts";

const TOLERANCE_SEC = 300;

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

type Session = {
  readonly id?: unknown;
  readonly amount_total?: unknown;
  readonly currency?: unknown;
  readonly payment_status?: unknown;
  readonly payment_intent?: unknown;
};

/** Null: it is about something else, or there is no money yet. */
export function readStripeEvent(bytes: Buffer): CardEvent | null {
  const event = readJson(bytes) as {
    id?: unknown;
    type?: unknown;
    data?: { object?: Session };
  } | null;
  const kind = typeof event?.type === "string" ? KINDS[event.type] : undefined;
  const session = event?.data?.object;
  if (!kind || !session || typeof event?.id !== "string") return null;
  const { id, amount_total, currency, payment_status, payment_intent } = session;
  if (typeof id !== "string" || typeof currency !== "string") return null;
  if (typeof amount_total !== "number" || !Number.isSafeInteger(amount_total)) return null;
  // A completed page whose payment is still on its way: another event will tell.
  if (kind === "paid" && payment_status !== "paid") return null;
  return {
    eventId: event.id.slice(0, 200),
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
