// A trader who never stops: opens and closes small orders on a demo account, under keys, and
// remembers what was acknowledged and when. Drills hold it against what is stored afterwards.

import { randomBytes } from "node:crypto";

export type Acknowledged = {
  readonly orderId: string;
  /** When the order was asked for, and when the answer was there. */
  readonly askedAtMs: number;
  readonly ackedAtMs: number;
  /** Null while it is open. */
  readonly closeAckedAtMs: number | null;
};

export type OrderStream = {
  readonly token: string;
  readonly acknowledged: () => readonly Acknowledged[];
  /** Waits for the answer that is under way. */
  readonly stop: () => Promise<void>;
};

const ORDER = { forex_id: "1", multiple: "30", status: "1", type: "1", cont: "0.01" };
const PAUSE_MS = 20;

type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown };

export async function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  token = "",
): Promise<Envelope> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      lang: "en",
      authorization: token,
      "idempotency-key": randomBytes(8).toString("hex"),
    },
    body: new URLSearchParams(fields),
  });
  // The envelope of every answer.
  return (await response.json()) as Envelope;
}

export async function openStream(origin: string): Promise<OrderStream> {
  const demo = { demo_id: randomBytes(16).toString("hex") };
  const login = await postForm(`${origin}/api/user/createAccountDemoForU`, demo);
  const { token } = login.data as { token: string };
  const acknowledged: Acknowledged[] = [];
  let isStopping = false;
  const trade = async () => {
    while (!isStopping) {
      await tradeOnce({ origin, token, acknowledged });
      await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    }
  };
  // A server that goes away in the middle of an answer ends the stream, and owes nothing.
  const trading = trade().catch(() => undefined);
  return {
    token,
    acknowledged: () => acknowledged,
    stop: async () => {
      isStopping = true;
      await trading;
    },
  };
}

async function tradeOnce({
  origin,
  token,
  acknowledged,
}: {
  readonly origin: string;
  readonly token: string;
  readonly acknowledged: Acknowledged[];
}): Promise<void> {
  const askedAtMs = Date.now();
  const placed = await postForm(`${origin}/v1/api/forex/submit`, ORDER, token);
  // Before the first price there is nothing to trade at.
  if (placed.code !== 1) return;
  const orderId = String((placed.data as { Id: string }).Id);
  const at = acknowledged.length;
  const opened = { orderId, askedAtMs, ackedAtMs: Date.now(), closeAckedAtMs: null };
  acknowledged[at] = opened;
  // Every third stays open a while: a restore has positions in it.
  if (at % 3 === 2 && at < 60) return;
  const closed = await postForm(`${origin}/v1/api/forex/close`, { id: orderId }, token);
  if (closed.code === 1) acknowledged[at] = { ...opened, closeAckedAtMs: Date.now() };
}
