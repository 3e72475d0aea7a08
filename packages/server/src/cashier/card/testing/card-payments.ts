// Card payments of a floor with the local Stripe, and what is told about one afterwards, in the
// shapes of Stripe's documents. For tests.

import { randomBytes } from "node:crypto";
import type { Reply, Trader, TradingFloor } from "../../../testing/trading-floor.ts";
import type { LocalStripe, StripeSession } from "./local-stripe.ts";

/** A webhook's body and header. */
export type Told = { readonly body: string; readonly signature: string };

type More = Readonly<Record<string, unknown>>;

/** Each answers a webhook of now; amounts are cents. */
type Teller = {
  readonly refunded: (amount_refunded: number, more?: More) => Told;
  readonly refund: (type: string, status: string, amount: number, more?: More) => Told;
  readonly dispute: (type: string, status: string, amount: number, more?: More) => Told;
};

type StartedCard = { readonly id: string; readonly told: Told };

type CardPayments = {
  readonly hook: (told: Told) => Promise<Reply>;
  readonly tellerOf: (paymentRef: string) => Teller;
  readonly newestSession: () => StripeSession;
  /** Begun, with the webhook that says that it was paid. */
  readonly startCard: (trader: Trader, number: string, more?: More) => Promise<StartedCard>;
  readonly payCard: (trader: Trader, number: string) => Promise<{ id: string; tell: Teller }>;
};

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

export function createCardPayments({
  floor,
  stripe,
}: {
  readonly floor: () => TradingFloor;
  readonly stripe: () => LocalStripe;
}): CardPayments {
  const hook = ({ body, signature }: Told) =>
    floor().ask("/v1/api/hook/stripe", {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body,
    });

  function tellerOf(paymentRef: string): Teller {
    const [charge, dispute, refund] = [newId("ch"), newId("dp"), newId("re")];
    const about = (type: string, object: More) =>
      stripe().tellOf({
        type,
        atMs: floor().clock.now(),
        object: { currency: "usd", payment_intent: paymentRef, ...object },
      });
    return {
      refunded: (amount_refunded, more) =>
        about("charge.refunded", { id: charge, object: "charge", amount_refunded, ...more }),
      refund: (type, status, amount, more) =>
        about(type, { id: refund, object: "refund", charge, amount, status, ...more }),
      dispute: (type, status, amount, more) =>
        about(`charge.dispute.${type}`, {
          id: dispute,
          object: "dispute",
          charge,
          amount,
          status,
          reason: "fraudulent",
          ...more,
        }),
    };
  }

  function newestSession(): StripeSession {
    const session = stripe().sessions.at(-1);
    if (!session) throw new Error("Invariant: a session was made");
    return session;
  }

  async function startCard(trader: Trader, number: string, object: More = {}) {
    const { data } = await trader.post("/api/quickCharge/card_submit", { number });
    const type = "checkout.session.completed";
    const told = { type, atMs: floor().clock.now(), object };
    return { id: data.id, told: stripe().tell(newestSession(), told) };
  }

  return {
    hook,
    tellerOf,
    newestSession,
    startCard,
    async payCard(trader, number) {
      const { id, told } = await startCard(trader, number);
      await hook(told);
      return { id, tell: tellerOf(`pi_${newestSession().id}`) };
    },
  };
}
