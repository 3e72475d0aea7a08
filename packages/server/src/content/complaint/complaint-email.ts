// Where complaints go. The company's own address, or one that another host publishes: then it is
// fetched by us, never by a visitor, held against what an address looks like, and kept, so that a
// host that is down or hostile changes nothing for anybody (T83). Invariants: at most one question
// at a time, and one per minute; nobody waits longer than two seconds for it.

import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { isOneEmail } from "../../platform/outbox/recipient.ts";

export type ComplaintEmail = {
  /** Null when the other host never gave one. */
  readonly read: () => Promise<string | null>;
};

const TIMEOUT_MS = 2_000;
const ASKED_AGAIN_AFTER_MS = 60_000;
const ANSWER_BYTES_MAX = 4_096;

export function createComplaintEmail(parts: {
  /** Null: there is no other host. */
  readonly url: string | null;
  /** Also the answer until the other host has given one; null: refuse until then. */
  readonly own: () => Promise<string | null>;
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Log;
}): ComplaintEmail {
  const { url, own, clock, log } = parts;
  let lastGood: string | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(from: string): Promise<void> {
    try {
      lastGood = await fetchEmail(from);
    } catch (err) {
      log.warn({ err }, "the complaint address could not be asked for");
    } finally {
      asking = null;
    }
  }

  return {
    async read() {
      if (url === null) return await own();
      if (clock.monotonic() - askedAtMs >= ASKED_AGAIN_AFTER_MS) {
        askedAtMs = clock.monotonic();
        asking ??= ask(url);
      }
      // Once there is an answer, nobody waits for the next one.
      if (lastGood === null) await asking;
      return lastGood ?? (await own());
    },
  };
}

/** Takes `{"email": "…"}`, the envelope around it, or the bare address. */
async function fetchEmail(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: "application/json, text/plain" },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the host answers ${response.status}`);
  const email = emailIn(await readSome(response));
  if (email === null) throw new Error("the host answers something else than an address");
  return email;
}

async function readSome(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error("the host answers too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function emailIn(text: string): string | null {
  const bare = text.trim();
  if (isOneEmail(bare)) return bare;
  try {
    const answer = JSON.parse(bare) as {
      email?: unknown;
      data?: { email?: unknown } | null;
    } | null;
    const email = answer?.email ?? answer?.data?.email;
    return typeof email === "string" && isOneEmail(email) ? email : null;
  } catch {
    return null;
  }
}
