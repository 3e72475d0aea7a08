// The settings of the cashier: how long new destinations and new terms wait, by when a request is
// looked at, and the card provider. Read by config.ts. Invariants: nobody shortens a wait where the
// money is real; a key for real cards never meets play money, nor the other way round (H13).

import type { StripeAccess } from "./cashier/card/stripe.ts";
import { isLoopback } from "./config-messaging.ts";
import { type Environment, readInteger, textOf } from "./config-readers.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

const STRIPE_ORIGIN = "https://api.stripe.com";

export type CashierConfig = {
  /** How long a new payout method waits before money goes there. */
  readonly coolingSec: number;
  /** How long announced terms and rails wait before they take effect. */
  readonly noticeSec: number;
  /** Within how many hours a request of money or identity is decided. */
  readonly reviewHours: number;
  /** Null: no cards, but for the test card of the sandbox. */
  readonly stripe: StripeAccess | null;
};

const DAY_SEC = 86_400;
const SANDBOX_WAIT_SEC = 60;
const WAIT_SEC_MAX = 30 * DAY_SEC;
const REVIEW_HOURS = 24;
const REVIEW_HOURS_MAX = 72;
const STRIPE_KEY = /^(?:sk|rk)_(live|test)_\w{8,250}$/;
const STRIPE_WEBHOOK = /^whsec_[\w+/=]{8,250}$/;

export function readCashier(environment: Environment, mode: "sandbox" | "live"): CashierConfig {
  const fallback = mode === "live" ? DAY_SEC : SANDBOX_WAIT_SEC;
  const wait = { fallback, min: mode === "live" ? DAY_SEC : 0, max: WAIT_SEC_MAX };
  return {
    coolingSec: readInteger(environment, "COOLING_SEC", wait),
    noticeSec: readInteger(environment, "NOTICE_SEC", wait),
    reviewHours: readInteger(environment, "REVIEW_HOURS", {
      fallback: REVIEW_HOURS,
      min: 1,
      max: REVIEW_HOURS_MAX,
    }),
    stripe: readStripe(environment, mode),
  };
}

/** Null: no card provider. No value is repeated: two are secrets. */
function readStripe(environment: Environment, mode: "sandbox" | "live"): StripeAccess | null {
  const secretKey = textOf(environment, "STRIPE_SECRET_KEY");
  if (secretKey === null) return null;
  const webhookSecret = textOf(environment, "STRIPE_WEBHOOK_SECRET");
  const [, realm] = STRIPE_KEY.exec(secretKey) ?? [];
  if (!realm || webhookSecret === null || !STRIPE_WEBHOOK.test(webhookSecret)) {
    throw new StartRefusal(
      "STRIPE_SECRET_KEY needs to be a key like sk_test_… or sk_live_…, with " +
        "STRIPE_WEBHOOK_SECRET, like whsec_…, beside.",
    );
  }
  if ((realm === "live") !== (mode === "live")) {
    throw new StartRefusal(
      `MODE=${mode} refuses to start with a STRIPE_SECRET_KEY for ${realm} cards.`,
    );
  }
  return { secretKey, webhookSecret, origin: readStripeOrigin(environment, mode) };
}

/** Another place than Stripe's own is for tests, and then on this machine. */
function readStripeOrigin(environment: Environment, mode: "sandbox" | "live"): string {
  const text = textOf(environment, "STRIPE_API");
  if (text === null) return STRIPE_ORIGIN;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && url.origin === text && isLoopback(url.hostname);
  if (mode === "sandbox" && isLocal) return text;
  throw new StartRefusal(`STRIPE_API=${text} is not on this machine, where tests are.`);
}
