// A trader who never gives up, over one connection that is kept alive: opens, sets stops, closes,
// leaves orders pending, amends and cancels them, in an order that dice decide; asks again under
// the same key until there is an answer, whoever was killed meanwhile; and tells every yes. Used by
// kills.test.ts. Invariant: no attempt is given up before its answer is known.

import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, HttpConnection } from "../../../bench/orders/parts/http-client.ts";
import type { Dice } from "../dice.ts";

export type Kind = "open" | "wait" | "close" | "cancel" | "amend" | "stops";

/** One attempt, as it can be repeated. */
export type Attempt = {
  readonly kind: Kind;
  readonly path: string;
  readonly headers: string;
  readonly body: string;
};

/** A yes: which attempt, about which order, in which words. */
export type Yes = {
  readonly userId: string;
  readonly key: string;
  readonly orderId: string;
  readonly attempt: Attempt;
  readonly words: string;
};

export type Floor = {
  readonly port: number;
  readonly dice: Dice;
  /** Between an answer and the next attempt; without, there is none. */
  readonly pauseMs?: number;
  readonly isOver: () => boolean;
  readonly onYes: (yes: Yes) => void;
  /** A clear no, stored as well as a yes. */
  readonly onNo: (reason: string, attempt: Attempt) => void;
};

export type Person = { readonly userId: string; readonly token: string; readonly name: string };

type Said = { readonly code: number; readonly reason?: string; readonly data?: { Id?: string } };

const ORDER = { type: "1", cont: "0.01", forex_id: "1", multiple: "30" };
/** Far below every price that the sandbox can have: nothing fills or fires by itself. */
const FAR_TARGET = "0.50000";
const FAR_STOP = "0.40000";
const LIVE_MAX = 3;
const AGAIN_AFTER_MS = 30;
const PATIENCE_MS = 8_000;
/** Nobody can know what became of it yet; the key tells later. */
const UNKNOWN_YET = new Set(["UNAVAILABLE", "OUTCOME_UNKNOWN", "OVERLOADED"]);

export async function tradeOn(floor: Floor, person: Person): Promise<void> {
  const line = new Line(floor.port);
  const held: string[] = [];
  const waiting: string[] = [];
  for (let turn = 0; !floor.isOver(); turn += 1) {
    const key = `${person.name}-${turn}`;
    const attempt = attemptOf(nextAct(floor.dice, held, waiting), { key, token: person.token });
    const { said, words } = await askUntilAnswered(line, attempt);
    const orderId = said.data?.Id ?? "";
    if (said.code !== 1) {
      floor.onNo(said.reason ?? "none", attempt);
      await sleep(AGAIN_AFTER_MS);
      continue;
    }
    if (attempt.kind === "open") held.push(orderId);
    if (attempt.kind === "wait") waiting.push(orderId);
    if (attempt.kind === "close") held.shift();
    if (attempt.kind === "cancel") waiting.shift();
    floor.onYes({ userId: person.userId, key, orderId, attempt, words });
    if (floor.pauseMs !== undefined) await sleep(floor.pauseMs);
  }
  line.close();
}

/** Every act is about the oldest of its kind. */
function nextAct(dice: Dice, held: readonly string[], waiting: readonly string[]): [Kind, string] {
  const [position = "", order = ""] = [held[0], waiting[0]];
  const chance = dice.below(20);
  if (chance === 0 && position) return ["stops", position];
  if (chance === 1 && order) return ["amend", order];
  if (chance < 7) return waiting.length < LIVE_MAX ? ["wait", ""] : ["cancel", order];
  if (chance < 9 && order) return ["cancel", order];
  return held.length === 0 || (held.length < LIVE_MAX && chance < 14)
    ? ["open", ""]
    : ["close", position];
}

const PATHS: Readonly<Record<Kind, string>> = {
  open: "/v1/api/forex/submit",
  wait: "/v1/api/forex/submit",
  close: "/v1/api/forex/close",
  cancel: "/v1/api/forex/cancel_trade",
  amend: "/v1/api/forex/amend_trade",
  stops: "/v1/api/forex/set_stop_price",
};

function fieldsOf(kind: Kind, id: string): object {
  switch (kind) {
    case "open":
      return { ...ORDER, status: "1" };
    case "wait":
      return { ...ORDER, status: "0", target_price: FAR_TARGET };
    case "amend":
      return { id, target_price: FAR_TARGET, stop_loss_price: FAR_STOP };
    case "stops":
      return { id, stop_loss_price: FAR_STOP };
    default:
      return { id };
  }
}

function attemptOf(
  [kind, orderId]: [Kind, string],
  { key, token }: { readonly key: string; readonly token: string },
): Attempt {
  const headers = `lang: en\r\nauthorization: ${token}\r\nidempotency-key: ${key}\r\n`;
  return { kind, path: PATHS[kind], headers, body: JSON.stringify(fieldsOf(kind, orderId)) };
}

/** Asks again under its key until somebody knows what became of it. */
export async function askUntilAnswered(
  line: Line,
  attempt: Attempt,
): Promise<{ readonly said: Said; readonly words: string }> {
  for (;;) {
    const answer = await line.ask(attempt);
    const said = answer === null ? null : (JSON.parse(answer.body) as Said);
    if (answer && said && !UNKNOWN_YET.has(said.reason ?? "")) {
      return { said, words: answer.body };
    }
    await sleep(AGAIN_AFTER_MS);
  }
}

/** A connection that is made anew when it broke. */
export class Line {
  readonly #port: number;
  #connection: HttpConnection | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  /** Null: there was no answer. */
  async ask({ path, headers, body }: Attempt): Promise<Answer | null> {
    let patience: NodeJS.Timeout | undefined;
    try {
      this.#connection ??= await HttpConnection.open(this.#port);
      const impatient = new Promise<null>((resolve) => {
        patience = setTimeout(() => resolve(null), PATIENCE_MS);
      });
      const answer = await Promise.race([this.#connection.post(path, headers, body), impatient]);
      if (answer === null) this.close();
      return answer;
    } catch {
      this.close();
      return null;
    } finally {
      clearTimeout(patience);
    }
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}
