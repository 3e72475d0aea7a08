// Whether the server lives (/healthz) and whether it can do its work (/readyz), for supervisors
// and for people. Who asks a thousand times a second costs one look at the database all the same.

import { type Answer, JSON_HEADERS } from "./answer.ts";

/** What the server knows of itself, gathered by the composition root. */
export type VitalSigns = {
  readonly mode: "sandbox" | "live";
  readonly feed: string;
  /** True when prices are invented or replayed (H13). */
  readonly isSimulated: boolean;
  readonly markets: number;
  /** Null before the first quote. */
  readonly newestQuoteAgeMs: number | null;
  readonly isFeedFresh: boolean;
  /** Only "trading" takes orders; "recovering" will again by itself, "halted" will not. */
  readonly engine: "trading" | "recovering" | "halted" | "stopped";
  readonly queuedRows: number;
  readonly heldQuotes: number;
  readonly journalSeq: number;
  readonly isDatabaseReachable: boolean;
  readonly areMigrationsCurrent: boolean;
};

const PROBE_LIFETIME_MS = 1_000;
const PROBE_TIMEOUT_MS = 2_000;

export function answerJson(status: number, body: object): Answer {
  return { status, kind: "api", headers: JSON_HEADERS, body: JSON.stringify(body) };
}

export function answerAlive(): Answer {
  return answerJson(200, { alive: true });
}

export function answerStarting(): Answer {
  return answerJson(503, { ready: false, starting: true });
}

export function createReadiness({
  probe,
  version,
}: {
  probe: () => Promise<VitalSigns>;
  version: string;
}): () => Promise<Answer> {
  return oncePerSecond(() => look(probe, version));
}

/** Whoever asks within a second of the last look gets what that found. */
export function oncePerSecond(look: () => Promise<Answer>): () => Promise<Answer> {
  let known: { answer: Promise<Answer>; askedAtMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (!known || nowMs - known.askedAtMs > PROBE_LIFETIME_MS) {
      known = { answer: look(), askedAtMs: nowMs };
    }
    return known.answer;
  };
}

async function look(probe: () => Promise<VitalSigns>, version: string): Promise<Answer> {
  const uptimeSec = Math.floor(process.uptime());
  const signs = await Promise.race([probe(), tooLate()]).catch(() => null);
  if (!signs) return answerJson(503, { ready: false, version, uptimeSec });
  const isDatabaseReady = signs.isDatabaseReachable && signs.areMigrationsCurrent;
  const isReady = isDatabaseReady && signs.isFeedFresh && signs.engine === "trading";
  const { newestQuoteAgeMs: age } = signs;
  const newestQuoteAgeMs = age === null ? null : Math.round(age);
  const known = { ...signs, newestQuoteAgeMs, version, uptimeSec };
  return answerJson(isReady ? 200 : 503, { ready: isReady, ...known });
}

/** Nobody waits for a look longer than this. */
export function tooLate(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), PROBE_TIMEOUT_MS).unref();
  });
}
