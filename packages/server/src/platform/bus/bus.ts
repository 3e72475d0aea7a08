// What processes tell each other: bytes under a subject. Two twins exist, in one process
// (memory-bus.ts) and over NATS (nats-bus.ts), under one test suite. Invariants: the bus is never
// the record of anything; a message may be lost, and a loss costs time, never money or truth; what
// one publisher says under one subject arrives in its order; nothing here throws at a publisher.

import type { Log } from "../log.ts";

export type BusMessage = {
  readonly bytes: Uint8Array;
  /** Answers a request; null where nobody asked. Only the first answer is heard. */
  readonly answer: ((bytes: Uint8Array) => void) | null;
};

export type Bus = {
  /**
   * Never waits and never throws; lost while the line is down. Whoever publishes hears it too, when
   * subscribed. The bytes are the bus's from here on: do not change them.
   */
  readonly publish: (subject: string, bytes: Uint8Array) => void;
  /** One subject, no patterns. Answers how to stop. What `take` throws is logged, not passed on. */
  readonly subscribe: (subject: string, take: (message: BusMessage) => void) => () => void;
  /** The first answer of any subscriber. Rejects with BusSilent: nobody, too late, line down. */
  readonly request: (subject: string, bytes: Uint8Array, timeoutMs: number) => Promise<Uint8Array>;
  /**
   * Resolves once everything subscribed and published before is in force at the carrier: whoever
   * follows a stream and then reads a table waits for this in between. Rejects with BusSilent.
   */
  readonly flush: () => Promise<void>;
  /** The line was lost and is back: messages may be missing. Answers how to stop. */
  readonly onBack: (listener: () => void) => () => void;
  readonly isUp: () => boolean;
  /** Sends what was published, then hears and says nothing more. */
  readonly stop: () => Promise<void>;
};

/** No answer: nobody is there, it came too late, or the line is down. It may have been heard. */
export class BusSilent extends Error {
  override readonly name = "BusSilent";
}

/** What both twins carry; NATS would refuse more (its default is 1 MiB). */
export const BUS_MESSAGE_BYTES_MAX = 1_000_000;

/** A message that large is a bug of who made it; it is not carried, and that is said. */
export function isTooLarge(subject: string, { length }: Uint8Array, log: Log | null): boolean {
  if (length <= BUS_MESSAGE_BYTES_MAX) return false;
  log?.error({ subject, bytes: length }, "a message is too large for the bus and is lost");
  return true;
}

/** Parts joined by dots, as NATS wants them; patterns would be understood by one twin only. */
export function checkSubject(subject: string): void {
  if (/^[^\s.*>]+(?:\.[^\s.*>]+)*$/.test(subject)) return;
  throw new Error(`Invariant: "${subject}" is a subject`);
}
