// SMS through Twilio's REST API: POST /2010-04-01/Accounts/{sid}/Messages.json, a form, basic
// authentication, answered by 201 or by {code, message, status}. It knows no idempotency key, so a
// message whose answer was lost may be sent twice; the code in it is the same.

import type { Carrier, Delivery } from "./carrier.ts";

export type TwilioAccess = {
  readonly accountSid: string;
  readonly authToken: string;
  readonly sender:
    | { readonly kind: "number"; readonly from: string }
    | { readonly kind: "service"; readonly serviceSid: string };
  /** Twilio's own, but for tests. */
  readonly origin: string;
};

export const TWILIO_ORIGIN = "https://api.twilio.com";

const RETRY_AFTER_MAX_SECONDS = 300;
const ANSWER_BYTES_MAX = 65_536;

export function createTwilioCarrier(access: TwilioAccess): Carrier {
  const { accountSid, authToken, sender, origin } = access;
  const address = `${origin}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  return {
    name: "twilio",
    async deliver({ to, text }, signal) {
      const form = new URLSearchParams({ To: to, Body: text });
      if (sender.kind === "number") form.set("From", sender.from);
      else form.set("MessagingServiceSid", sender.serviceSid);
      try {
        const response = await fetch(address, {
          method: "POST",
          headers: { authorization: `Basic ${credentials}`, accept: "application/json" },
          body: form,
          // Credentials go to one place only.
          redirect: "error",
          signal,
        });
        return await readAnswer(response);
      } catch (error) {
        return { outcome: "failed", problem: `twilio ${nameOf(error)}` };
      }
    },
  };
}

async function readAnswer(response: Response): Promise<Delivery> {
  const { status } = response;
  const length = Number(response.headers.get("content-length") ?? 0);
  const text = length > ANSWER_BYTES_MAX ? "" : await response.text();
  if (status === 201 || status === 200) return { outcome: "sent" };
  const problem = ["twilio", status, errorCodeOf(text)].filter(Boolean).join(" ");
  // 400 is about this message: a number that cannot be (21211), was unsubscribed (21610), or is in
  // a country that is not served (21408). All else is about us or them, and may pass.
  if (status === 400) return { outcome: "refused", problem };
  const seconds = Number(response.headers.get("retry-after"));
  return seconds > 0
    ? {
        outcome: "failed",
        problem,
        retryAfterMs: Math.min(seconds, RETRY_AFTER_MAX_SECONDS) * 1_000,
      }
    : { outcome: "failed", problem };
}

function errorCodeOf(text: string): number | null {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return Number.isSafeInteger(code) ? (code as number) : null;
  } catch {
    return null;
  }
}

/** The system's name of it: ECONNREFUSED, TimeoutError; never an address. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  return typeof code === "string" ? code : error.name;
}
