// Traders who deal without a pause while something breaks: each opens and closes small orders, asks
// again under the same key until it is answered, and remembers what it was told. Used by the drills
// of cluster.test.ts and upgrade.test.ts. Invariant: what was answered "yes" is in `acknowledged`.

import { randomBytes } from "node:crypto";

type Answer = {
  readonly code: number;
  readonly reason?: string;
  readonly data?: { readonly Id?: string; readonly Price?: string | null };
};

export type Trader = {
  readonly token: string;
  /** Orders that it was told of, opened. */
  readonly acknowledged: Set<string>;
  /** Times, on our steady clock, of "yes". */
  readonly answeredAt: number[];
};

export type Load = {
  readonly traders: readonly Trader[];
  /** What made one of them give up; null while all go on. */
  readonly failure: () => Error | null;
  /** Ends when every order under way was answered. */
  readonly stop: () => Promise<void>;
};

export const ORDER = { forex_id: "1", type: "1", status: "1", multiple: "30", cont: "0.01" };
const PAUSE_MS = 60;
const AGAIN_AFTER_MS = 50;
/** A request that nobody answers is asked again. */
const PATIENCE_MS = 4_000;
const GIVE_UP_MS = 60_000;
/** Nobody can know what became of it yet; the key tells later. */
const UNKNOWN_YET = new Set(["UNAVAILABLE", "OUTCOME_UNKNOWN"]);
/** A clear no that will be a yes in a moment: another question, under another key. */
const NOT_NOW = new Set(["QUOTE_STALE", "TOO_MANY"]);

/** One request as an app makes it; null when there was no answer. */
async function post(
  origin: string,
  path: string,
  { fields, token = "", key }: { fields: Record<string, string>; token?: string; key?: string },
): Promise<Answer | null> {
  const headers = { lang: "en", authorization: token, ...(key && { "idempotency-key": key }) };
  const body = new URLSearchParams(fields);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await fetch(origin + path, { method: "POST", headers, body, signal });
    return (await answer.json()) as Answer;
  } catch {
    return null;
  }
}

/** Until it is a yes or a clear no. */
export async function postUntilAnswered(
  origin: string,
  path: string,
  { fields, token }: { fields: Record<string, string>; token: string },
): Promise<Answer> {
  let key = randomBytes(8).toString("hex");
  const endMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await post(origin, path, { fields, token, key });
    const reason = answer?.reason ?? "";
    if (answer && !UNKNOWN_YET.has(reason) && !NOT_NOW.has(reason)) return answer;
    if (NOT_NOW.has(reason)) key = randomBytes(8).toString("hex");
    if (performance.now() > endMs) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    await new Promise((resume) => setTimeout(resume, AGAIN_AFTER_MS));
  }
}

export async function openDemo(origin: string): Promise<Trader> {
  const fields = { demo_id: randomBytes(16).toString("hex") };
  const answer = await post(origin, "/api/user/createAccountDemoForU", { fields });
  const token = (answer?.data as { token?: string } | undefined)?.token;
  if (!token) throw new Error(`No demo account: ${JSON.stringify(answer)}`);
  return { token, acknowledged: new Set(), answeredAt: [] };
}

export async function startLoad(origin: string, count: number): Promise<Load> {
  const traders: Trader[] = [];
  for (let at = 0; at < count; at += 1) traders.push(await openDemo(origin));
  let isStopping = false;
  const deal = async (trader: Trader) => {
    while (!isStopping) {
      await dealOnce(origin, trader);
      await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    }
  };
  const dealing = Promise.all(traders.map(deal));
  let failure: Error | null = null;
  dealing.catch((error: Error) => {
    failure = error;
  });
  return {
    traders,
    failure: () => failure,
    stop: async () => {
      isStopping = true;
      await dealing;
    },
  };
}

export async function dealOnce(origin: string, trader: Trader): Promise<string> {
  const { token, acknowledged, answeredAt } = trader;
  const opened = await postUntilAnswered(origin, "/v1/api/forex/submit", { fields: ORDER, token });
  const id = opened.data?.Id;
  if (opened.code !== 1 || !id) throw new Error(`An order was refused: ${JSON.stringify(opened)}`);
  acknowledged.add(id);
  answeredAt.push(performance.now());
  const fields = { id };
  const closed = await postUntilAnswered(origin, "/v1/api/forex/close", { fields, token });
  if (closed.code !== 1) throw new Error(`A close was refused: ${JSON.stringify(closed)}`);
  answeredAt.push(performance.now());
  return id;
}

/** The longest time that somebody went without a yes between that moment and now. */
export function longestPauseMs(traders: readonly Trader[], sinceMs: number): number {
  const nowMs = performance.now();
  const pauses = traders.flatMap(({ answeredAt }) => {
    const times = [sinceMs, ...answeredAt.filter((at) => at > sinceMs), nowMs];
    return times.slice(1).map((at, before) => at - (times[before] ?? at));
  });
  return Math.max(...pauses);
}
