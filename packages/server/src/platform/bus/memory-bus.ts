// The bus within one process: what ROLES=all runs on. Invariants, the same as over a line: a
// message arrives in a later turn, never inside `publish`; each subscriber hears one subject's
// messages in the order in which they were published; what one subscriber throws harms no other.

import type { Log } from "../log.ts";
import { type Bus, type BusMessage, BusSilent, checkSubject, isTooLarge } from "./bus.ts";

type Subscriber = { readonly take: (message: BusMessage) => void; isGone: boolean };
type Delivery = { readonly to: Subscriber; readonly message: BusMessage };

export function createMemoryBus(log: Log | null = null): Bus {
  const subscribers = new Map<string, Set<Subscriber>>();
  let waiting: Delivery[] = [];
  let isStopped = false;

  function deliver(): void {
    const now = waiting;
    waiting = [];
    for (const { to, message } of now) {
      if (to.isGone) continue;
      try {
        to.take(message);
      } catch (err) {
        if (log === null) queueMicrotask(() => rethrow(err));
        else log.error({ err }, "a subscriber of the bus broke");
      }
    }
  }

  /** Answers to how many it goes: those who are subscribed now, as over a line. */
  function send(subject: string, message: BusMessage): number {
    const to = subscribers.get(subject);
    if (isStopped || to === undefined || isTooLarge(subject, message.bytes, log)) return 0;
    if (waiting.length === 0) setImmediate(deliver);
    for (const subscriber of to) waiting.push({ to: subscriber, message });
    return to.size;
  }

  return {
    publish: (subject, bytes) => void send(subject, { bytes, answer: null }),
    subscribe(subject, take) {
      checkSubject(subject);
      const subscriber = { take, isGone: false };
      const all = subscribers.get(subject) ?? new Set();
      subscribers.set(subject, all.add(subscriber));
      return () => {
        subscriber.isGone = true;
        all.delete(subscriber);
        if (all.size === 0 && subscribers.get(subject) === all) subscribers.delete(subject);
      };
    },
    request: (subject, bytes, timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new BusSilent(`${subject}: too late`)), timeoutMs);
        const answer = (bytes: Uint8Array) => {
          clearTimeout(timer);
          setImmediate(resolve, bytes);
        };
        if (send(subject, { bytes, answer }) > 0) return;
        clearTimeout(timer);
        reject(new BusSilent(`${subject}: nobody is there`));
      }),
    flush: () => (isStopped ? Promise.reject(new BusSilent("stopped")) : Promise.resolve()),
    // The line within a process is never lost.
    onBack: () => () => undefined,
    isUp: () => !isStopped,
    async stop() {
      // What was published is still heard.
      await new Promise((resolve) => setImmediate(resolve));
      isStopped = true;
      for (const all of subscribers.values()) for (const one of all) one.isGone = true;
      subscribers.clear();
    },
  };
}

/** Nobody would learn of it otherwise: the process ends, as after any broken invariant. */
function rethrow(problem: unknown): never {
  throw problem;
}
