// The outbox: keeps every message durably before anyone is told that it was sent, and delivers it
// in the background, again and again until it is taken, refused or too old (F28). Composed by
// main.ts; members and others use it as a Messenger. Invariants: so many deliveries at once per
// channel, so that a provider that hangs holds nobody else up; recipient, text and code are sealed
// in the database and never logged; of codes that replace each other the newest waits alone.

import { languageOf } from "@truetick/contract";
import type { Clock } from "../clock.ts";
import type { Database } from "../database.ts";
import type { Log } from "../log.ts";
import type { News } from "../news/news.ts";
import { NONCE_BYTES, type Seal } from "../secrets/seal.ts";
import type { Carrier, Delivery, Letter } from "./carrier.ts";
import { CHANNELS, type Channel, type OutgoingMessage, type PatientMessenger } from "./message.ts";
import {
  type ClaimedMessage,
  claimMessages,
  countDue,
  countWaiting,
  endMessage,
  expireMessages,
  forgetMessages,
  insertMessages,
  type NewMessage,
  postponeMessage,
} from "./message-table.ts";
import { isOneLine, isOneRecipient } from "./recipient.ts";

export type OutboxPace = {
  /** How often to look for what is due again, or was left by another server. */
  readonly pollMs: number;
  readonly parallelMax: number;
  readonly deliveryMaxMs: number;
  readonly firstRetryMs: number;
  readonly retryMaxMs: number;
  readonly codeExpiresAfterMs: number;
  readonly noticeExpiresAfterMs: number;
  readonly pushExpiresAfterMs: number;
  readonly keptAfterEndMs: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export const USUAL_PACE: OutboxPace = {
  pollMs: 1_000,
  parallelMax: 4,
  deliveryMaxMs: 15_000,
  firstRetryMs: 2_000,
  retryMaxMs: 5 * MINUTE_MS,
  // As long as a code is good for anything.
  codeExpiresAfterMs: 10 * MINUTE_MS,
  noticeExpiresAfterMs: DAY_MS,
  // On a device an old price is worse than none.
  pushExpiresAfterMs: HOUR_MS,
  keptAfterEndMs: 7 * DAY_MS,
};

/** Beyond the longest delivery, for the row to be written. */
const LEASE_MARGIN_MS = 10_000;
const STOP_PATIENCE_MS = 1_000;
/** A statement has every log of a checkpoint twice; with 64 shards these are 16,000 letters. */
const TEXT_LENGTH_MAX = 20_000;
const KIND = /^[a-z][A-Za-z]{1,39}$/;

export type OutboxParts = {
  readonly database: Database;
  readonly seal: Seal;
  /** A channel without a carrier cannot be sent through. */
  readonly carriers: Readonly<Partial<Record<Channel, Carrier>>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  /** Whether this process delivers; others only keep, and tell who does. */
  readonly runsJobs: boolean;
  readonly pace?: OutboxPace;
};

/** How messages have ended since the start; for the metrics. */
export type EndedMessages = {
  readonly channel: Channel;
  readonly state: "sent" | "refused" | "expired";
  readonly count: number;
};

export type Outbox = PatientMessenger & {
  readonly ended: () => Iterable<EndedMessages>;
  readonly waiting: () => ReturnType<typeof countWaiting>;
  /** Lets deliveries finish for a moment, then breaks them off; they stay in the queue. */
  readonly stop: () => Promise<void>;
};

type Content = Pick<Letter, "to" | "subject" | "text" | "code">;

type Worker = OutboxParts & {
  readonly pace: OutboxPace;
  readonly running: Set<Promise<void>>;
  readonly breaking: AbortController;
  readonly lanes: Readonly<Record<Channel, Lane>>;
  readonly endings: Map<string, EndedMessages>;
  isSweeping: boolean;
  isStopped: boolean;
};

/** What goes on in a channel: one claims at a time, and looks again if asked to meanwhile. */
type Lane = { busy: number; isClaiming: boolean; isAskedAgain: boolean };

export function createOutbox(parts: OutboxParts): Outbox {
  const { database, seal, carriers, clock } = parts;
  const worker: Worker = {
    ...parts,
    pace: parts.pace ?? USUAL_PACE,
    running: new Set(),
    breaking: new AbortController(),
    lanes: { email: emptyLane(), sms: emptyLane(), push: emptyLane() },
    endings: new Map(),
    isSweeping: false,
    isStopped: false,
  };
  const { pace } = worker;
  const kept = parts.news.channel("outbox", parseChannel);
  const sweepNow = () => track(worker, sweep(worker));
  if (parts.runsJobs) {
    kept.follow((channel) => track(worker, pump(worker, channel)));
    sweepNow();
  }
  const sweeping = parts.runsJobs ? setInterval(sweepNow, pace.pollMs).unref() : undefined;
  return {
    canSend: (channel) => carriers[channel] !== undefined,
    backlog: (channel) => countDue(database, { channel, nowMs: clock.now() }),
    async send(message) {
      assertSendable(message, carriers);
      const closed = closeMessage(message, { seal, pace });
      const nowMs = clock.now();
      await database.transaction().execute((trx) => insertMessages(trx, [closed], nowMs));
      kept.tell(message.channel);
    },
    async sendIn(trx, messages) {
      for (const message of messages) assertSendable(message, carriers);
      const closed = messages.map((message) => closeMessage(message, { seal, pace }));
      if (closed.length > 0) await insertMessages(trx, closed, clock.now());
    },
    ended: () => worker.endings.values(),
    waiting: () => countWaiting(database),
    async stop() {
      worker.isStopped = true;
      clearInterval(sweeping);
      const impatience = setTimeout(() => worker.breaking.abort(), STOP_PATIENCE_MS);
      while (worker.running.size > 0) await Promise.all(worker.running);
      clearTimeout(impatience);
    },
  };
}

function parseChannel(said: unknown): Channel | null {
  return CHANNELS.find((channel) => channel === said) ?? null;
}

/** As it is kept: what it says is sealed. */
function closeMessage(
  { channel, kind, language, replaces, ...letter }: OutgoingMessage,
  { seal, pace }: { readonly seal: Seal; readonly pace: OutboxPace },
): NewMessage {
  const { to, subject, text, code = null } = letter;
  const content: Content = { to, subject, text, code };
  const noticeMs = channel === "push" ? pace.pushExpiresAfterMs : pace.noticeExpiresAfterMs;
  return {
    channel,
    kind,
    language: language.id,
    sealed: seal.close(JSON.stringify(content)),
    topic: replaces === undefined ? null : seal.mark(`${channel}/${kind}/${replaces}/${to}`),
    expiresAfterMs: code === null ? noticeMs : pace.codeExpiresAfterMs,
  };
}

/** What senders check with better words; here it is the last line (T12). */
function assertSendable(message: OutgoingMessage, carriers: OutboxParts["carriers"]): void {
  const { channel, to, subject, text, kind } = message;
  if (!carriers[channel]) throw new Error(`Invariant: there is a way to send ${channel}`);
  if (!isOneRecipient(channel, to)) throw new Error("Invariant: a message has one recipient");
  if (!isOneLine(subject)) throw new Error("Invariant: a subject is one line");
  if (!KIND.test(kind)) throw new Error("Invariant: a kind is one word");
  if (text.length > TEXT_LENGTH_MAX) throw new Error("Invariant: a message is short");
}

/** Runs beside everybody else: what breaks in it is logged and tried again by the next sweep. */
function track(worker: Worker, work: Promise<void>): void {
  const tracked = work
    .catch((err) => worker.log.warn({ err }, "the outbox broke off"))
    .finally(() => worker.running.delete(tracked));
  worker.running.add(tracked);
}

function emptyLane(): Lane {
  return { busy: 0, isClaiming: false, isAskedAgain: false };
}

async function sweep(worker: Worker): Promise<void> {
  const { database, clock, log, pace } = worker;
  if (worker.isStopped || worker.isSweeping) return;
  worker.isSweeping = true;
  try {
    for (const lost of await expireMessages(database, clock.now())) {
      log.error(lost, "a message was never taken and is too old");
      countEnding(worker, lost.channel, "expired");
    }
    await forgetMessages(database, clock.now() - pace.keptAfterEndMs);
    for (const channel of CHANNELS) await pump(worker, channel);
  } finally {
    worker.isSweeping = false;
  }
}

/** Starts as many deliveries as there is room for. */
async function pump(worker: Worker, channel: Channel): Promise<void> {
  const lane = worker.lanes[channel];
  lane.isAskedAgain = true;
  if (lane.isClaiming) return;
  lane.isClaiming = true;
  try {
    while (lane.isAskedAgain && !worker.isStopped) {
      lane.isAskedAgain = false;
      await startDeliveries(worker, channel);
    }
  } finally {
    lane.isClaiming = false;
  }
}

async function startDeliveries(worker: Worker, channel: Channel): Promise<void> {
  const { database, clock, carriers, pace } = worker;
  const lane = worker.lanes[channel];
  const carrier = carriers[channel];
  const count = pace.parallelMax - lane.busy;
  if (!carrier || count <= 0) return;
  const leaseMs = pace.deliveryMaxMs + LEASE_MARGIN_MS;
  const nowMs = clock.now();
  for (const message of await claimMessages(database, { channel, count, nowMs, leaseMs })) {
    lane.busy += 1;
    const delivery = deliverOne(worker, carrier, message).finally(() => {
      lane.busy -= 1;
      track(worker, pump(worker, channel));
    });
    track(worker, delivery);
  }
}

async function deliverOne(worker: Worker, carrier: Carrier, row: ClaimedMessage): Promise<void> {
  const { database, clock, log, breaking, pace } = worker;
  const letter = openLetter(worker.seal, row);
  const signal = AbortSignal.any([breaking.signal, AbortSignal.timeout(pace.deliveryMaxMs)]);
  const delivery: Delivery = letter
    ? await deliverSafely(carrier, letter, signal)
    : { outcome: "refused", problem: "sealed with another key" };
  const nowMs = clock.now();
  const { channel, kind, attempts } = row;
  const line = { channel, kind, attempts, carrier: carrier.name };
  if (delivery.outcome === "sent") {
    await endMessage(database, row.id, { state: "sent", problem: null, nowMs });
    countEnding(worker, channel, "sent");
    log.debug(line, "a message was delivered");
    return;
  }
  const { problem } = delivery;
  if (delivery.outcome === "refused") {
    await endMessage(database, row.id, { state: "refused", problem, nowMs });
    countEnding(worker, channel, "refused");
    log.warn({ ...line, problem }, "a message was refused");
    return;
  }
  const waitMs = Math.max(retryDelayMs(attempts, pace), delivery.retryAfterMs ?? 0);
  await postponeMessage(database, row, { problem, dueAtMs: nowMs + waitMs });
  log.warn({ ...line, problem, waitMs: Math.round(waitMs) }, "a message is tried again later");
}

function countEnding({ endings }: Worker, channel: Channel, state: EndedMessages["state"]): void {
  const key = `${channel} ${state}`;
  endings.set(key, { channel, state, count: (endings.get(key)?.count ?? 0) + 1 });
}

async function deliverSafely(
  carrier: Carrier,
  letter: Letter,
  signal: AbortSignal,
): Promise<Delivery> {
  try {
    return await carrier.deliver(letter, signal);
  } catch (error) {
    const name = error instanceof Error ? error.name : "unknown";
    return { outcome: "failed", problem: `${carrier.name} ${name}` };
  }
}

function openLetter(seal: Seal, row: ClaimedMessage): Letter | null {
  const plain = row.sealed && seal.open(row.sealed);
  if (!row.sealed || !plain) return null;
  // Sealed by `send`, and by nobody else: the key vouches for the shape.
  const content = JSON.parse(plain) as Content;
  return {
    ...content,
    reference: row.sealed.subarray(0, NONCE_BYTES).toString("hex"),
    id: Number(row.id),
    kind: row.kind,
    languageTag: languageOf(row.language).tag,
    createdAt: row.created_at,
  };
}

/** Doubles from try to try, with jitter: a provider that recovers is not hit by all at once. */
function retryDelayMs(attempts: number, { firstRetryMs, retryMaxMs }: OutboxPace): number {
  const doubled = Math.min(retryMaxMs, firstRetryMs * 2 ** Math.min(attempts - 1, 30));
  return doubled * (0.5 + Math.random());
}
