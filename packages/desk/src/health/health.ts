// What the server says of itself at /readyz, in our own words. Asked by the health page every few
// seconds. A server that answers "not ready" has answered; only silence is unreachable.

const READINESS_PATH = "/readyz";
export const ASK_EVERY_MS = 5_000;
const ANSWER_TIMEOUT_MS = 4_000;

/** Null where the server could not tell, as while it starts. */
export type Health = {
  readonly isReady: boolean;
  readonly mode: "sandbox" | "live" | null;
  readonly feed: string | null;
  readonly isSimulated: boolean | null;
  readonly isFeedFresh: boolean | null;
  readonly markets: number | null;
  readonly newestQuoteAgeMs: number | null;
  readonly isDatabaseReachable: boolean | null;
  readonly areMigrationsCurrent: boolean | null;
  readonly version: string | null;
  readonly uptimeSec: number | null;
};

export type HealthAnswer = {
  readonly health: Health;
  /** When it was asked, Unix milliseconds. */
  readonly askedAtMs: number;
  readonly tookMs: number;
};

type Fields = Readonly<Record<string, unknown>>;

const textIn = (fields: Fields, name: string) =>
  typeof fields[name] === "string" ? fields[name] : null;
const numberIn = (fields: Fields, name: string) =>
  typeof fields[name] === "number" ? fields[name] : null;
const flagIn = (fields: Fields, name: string) =>
  typeof fields[name] === "boolean" ? fields[name] : null;

/** Null when it is not the answer of our server at all. */
export function readHealth(body: unknown): Health | null {
  if (typeof body !== "object" || body === null) return null;
  // Any object can be looked into by name; each field is checked on its own.
  const fields = body as Fields;
  const isReady = flagIn(fields, "ready");
  if (isReady === null) return null;
  const mode = textIn(fields, "mode");
  return {
    isReady,
    mode: mode === "sandbox" || mode === "live" ? mode : null,
    feed: textIn(fields, "feed"),
    isSimulated: flagIn(fields, "isSimulated"),
    isFeedFresh: flagIn(fields, "isFeedFresh"),
    markets: numberIn(fields, "markets"),
    newestQuoteAgeMs: numberIn(fields, "newestQuoteAgeMs"),
    isDatabaseReachable: flagIn(fields, "isDatabaseReachable"),
    areMigrationsCurrent: flagIn(fields, "areMigrationsCurrent"),
    version: textIn(fields, "version"),
    uptimeSec: numberIn(fields, "uptimeSec"),
  };
}

/** Null when nobody answered, or not in time. */
export async function askHealth(
  send: typeof fetch = (...args) => fetch(...args),
): Promise<HealthAnswer | null> {
  const askedAtMs = Date.now();
  const startedMs = performance.now();
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await send(READINESS_PATH, { cache: "no-store", signal });
    const health = readHealth(await response.json());
    return health && { health, askedAtMs, tookMs: performance.now() - startedMs };
  } catch {
    return null;
  }
}
