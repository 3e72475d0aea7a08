// Stripe Checkout, by its documented API: makes payment pages. What became of them is told by its
// webhook (stripe-event.ts). Invariant: one deposit has one page, by its idempotency key, whatever
// is lost on the way.

import type { Log } from "../../platform/log.ts";
import type { CardPage, CardProvider } from "./card-provider.ts";

export type StripeAccess = {
  readonly secretKey: string;
  /** Signs what Stripe tells us. */
  readonly webhookSecret: string;
  readonly origin: string;
};

const TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 2;
/** Of a page, as Stripe is asked; it knows nothing below half an hour. */
const PAGE_LIFE_SEC = 3_600;
/** Stripe tells when a page has expired; should it not, we stop waiting after this. */
const GIVE_UP_MS = 26 * 3_600_000;
/** Nobody is ever sent anywhere else to pay (T26). */
const PAY_ORIGIN = "https://checkout.stripe.com";

export function createStripe(parts: {
  readonly access: StripeAccess;
  readonly publicOrigin: string;
  readonly log: Log;
}): CardProvider {
  const { access, publicOrigin, log } = parts;
  return {
    isEmbedded: false,
    pageLifeMs: GIVE_UP_MS,
    async begin({ depositId, cents, createdAtMs }) {
      const body = new URLSearchParams({
        mode: "payment",
        client_reference_id: String(depositId),
        "metadata[deposit_id]": String(depositId),
        "payment_method_types[0]": "card",
        "line_items[0][quantity]": "1",
        "line_items[0][price_data][currency]": "usd",
        "line_items[0][price_data][unit_amount]": String(cents),
        "line_items[0][price_data][product_data][name]": `Deposit ${depositId}`,
        success_url: `${publicOrigin}/mine/card?id=${depositId}`,
        cancel_url: `${publicOrigin}/mine/charge`,
        // By the deposit's own time: the same key must come with the same words.
        expires_at: String(Math.floor(createdAtMs / 1_000) + PAGE_LIFE_SEC),
      });
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const page = await ask(access, body, `deposit-${depositId}`).catch((err) => {
          log.warn({ err, depositId }, "the card provider did not answer");
          return "again" as const;
        });
        if (page !== "again") return page;
      }
      return null;
    },
  };
}

/** "again": it may be otherwise in a moment, and asking twice makes no second page. */
async function ask(
  { origin, secretKey }: StripeAccess,
  body: URLSearchParams,
  idempotencyKey: string,
): Promise<CardPage | "again" | null> {
  const response = await fetch(`${origin}/v1/checkout/sessions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${secretKey}`,
      "content-type": "application/x-www-form-urlencoded",
      "idempotency-key": idempotencyKey,
    },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status >= 500 || response.status === 409 || response.status === 429) return "again";
  const answer: unknown = await response.json();
  return response.ok ? readPage(answer, origin) : null;
}

function readPage(answer: unknown, origin: string): CardPage | null {
  const { id, url } = (answer ?? {}) as { id?: unknown; url?: unknown };
  if (typeof id !== "string" || !/^cs_\w{1,190}$/.test(id) || typeof url !== "string") return null;
  const place = URL.canParse(url) ? new URL(url).origin : "";
  return place === PAY_ORIGIN || place === origin ? { sessionRef: id, url } : null;
}
