// A server on this machine that speaks Stripe's documented protocol for Checkout: sessions made by
// form, idempotency keys that answer the same or refuse other words, errors in its shape, and
// webhooks with its signature. It can be told to be broken. For tests.

import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { StripeAccess } from "../stripe.ts";

export type StripeSession = {
  readonly id: string;
  readonly amount: number;
  readonly form: Readonly<Record<string, string>>;
};

export type LocalStripe = {
  readonly access: StripeAccess;
  /** What was made, in order. */
  readonly sessions: StripeSession[];
  /** How many requests came, whatever became of them. */
  readonly asked: () => number;
  /** The next answers, first to last; then sessions are made again. */
  readonly plan: (...moods: StripeMood[]) => void;
  /** A webhook's body and header for something that happened to a session. */
  readonly tell: (
    session: StripeSession,
    told: {
      readonly type: string;
      readonly atMs: number;
      readonly eventId?: string;
      readonly object?: Readonly<Record<string, unknown>>;
      readonly secret?: string;
    },
  ) => { readonly body: string; readonly signature: string };
  /** A webhook's body and header about an object of any kind, such as a refund. */
  readonly tellOf: (told: {
    readonly type: string;
    readonly atMs: number;
    readonly object: Readonly<Record<string, unknown>>;
    readonly eventId?: string;
    readonly secret?: string;
  }) => { readonly body: string; readonly signature: string };
  readonly close: () => Promise<void>;
};

/** "lost": it was made, but the answer never arrived. */
export type StripeMood = "broken" | "hangUp" | "lost" | "invalid" | "elsewhere";

const SECRET_KEY = "sk_test_local0123456789";
const WEBHOOK_SECRET = "whsec_local0123456789";

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;
const errorBody = (type: string, message: string) => ({ error: { type, message } });

export async function startLocalStripe(): Promise<LocalStripe> {
  const sessions: StripeSession[] = [];
  const moods: StripeMood[] = [];
  const byKey = new Map<string, { body: string; session: StripeSession }>();
  let asked = 0;

  function make(key: string, body: string): StripeSession | null {
    const known = byKey.get(key);
    if (known) return known.body === body ? known.session : null;
    const form = Object.fromEntries(new URLSearchParams(body));
    const amount = Number(form["line_items[0][price_data][unit_amount]"]);
    const session = { id: newId("cs_test"), amount, form };
    sessions.push(session);
    byKey.set(key, { body, session });
    return session;
  }

  const server = createServer(async (request, response) => {
    asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return answer(401, errorBody("invalid_request_error", "Invalid API Key provided"));
    }
    if (request.method !== "POST" || request.url !== "/v1/checkout/sessions") {
      return answer(404, errorBody("invalid_request_error", "Unrecognized request URL"));
    }
    const mood = moods.shift();
    if (mood === "hangUp") return request.socket.destroy();
    if (mood === "broken") return answer(500, errorBody("api_error", "Something went wrong"));
    if (mood === "invalid") return answer(400, errorBody("invalid_request_error", "No"));
    const key = String(request.headers["idempotency-key"] ?? newId("none"));
    const session = make(key, Buffer.concat(chunks).toString("utf8"));
    if (!session) return answer(400, errorBody("idempotency_error", "Other parameters before"));
    if (mood === "lost") return request.socket.destroy();
    const host = mood === "elsewhere" ? "https://evil.example" : "https://checkout.stripe.com";
    return answer(200, {
      id: session.id,
      object: "checkout.session",
      url: `${host}/c/pay/${session.id}`,
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    access: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, origin },
    sessions,
    asked: () => asked,
    plan: (...next) => void moods.push(...next),
    tell,
    tellOf,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const tell: LocalStripe["tell"] = (session, { object = {}, ...told }) =>
  tellOf({
    ...told,
    object: {
      id: session.id,
      object: "checkout.session",
      amount_total: session.amount,
      currency: "usd",
      payment_status: told.type.endsWith("expired") ? "unpaid" : "paid",
      payment_intent: `pi_${session.id}`,
      client_reference_id: session.form.client_reference_id,
      ...object,
    },
  });

const tellOf: LocalStripe["tellOf"] = (told) => {
  const { type, atMs, eventId = newId("evt"), object, secret = WEBHOOK_SECRET } = told;
  const time = Math.floor(atMs / 1_000);
  const body = JSON.stringify({
    id: eventId,
    object: "event",
    type,
    created: time,
    data: { object },
  });
  const v1 = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return { body, signature: `t=${time},v1=${v1},v0=${"0".repeat(64)}` };
};
