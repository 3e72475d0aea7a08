// What processes of one platform tell each other beside the journal: that something has changed and
// is to be looked at again. Made once per process by main.ts; the areas open channels on it. With
// no bus there is nobody else, and telling is a call of a function. Invariants: who follows here
// hears at once, others over the bus; news are never the record: whatever they tell of stands in
// a table, and who may have missed some reads it again; telling never fails and never waits.

import { randomBytes } from "node:crypto";
import { BUS_MESSAGE_BYTES_MAX, type Bus } from "../bus/bus.ts";
import type { Log } from "../log.ts";

/** Null: not what this version understands; it is left alone. */
export type Parse<T> = (said: unknown) => T | null;

export type NewsChannel<T> = {
  readonly tell: (value: T) => void;
  /** The same for every process but this. */
  readonly tellOthers: (value: T) => void;
  /** Answers how to stop. */
  readonly follow: (listener: (value: T) => void) => () => void;
};

export type NewsQuestion<T> = {
  /** Whether anybody, here or elsewhere, says yes in time. */
  readonly ask: (value: T, withinMs: number) => Promise<boolean>;
  /** Nobody is told of a no. Answers how to stop. */
  readonly answer: (isSo: (value: T) => boolean | Promise<boolean>) => () => void;
};

export type News = {
  /** Whether this process is the whole platform. */
  readonly isAlone: boolean;
  /** `T` is what JSON can say. */
  readonly channel: <T>(name: string, parse: Parse<T>) => NewsChannel<T>;
  readonly question: <T>(name: string, parse: Parse<T>) => NewsQuestion<T>;
  /** What is followed now is heard from here on: who reads a table after it misses nothing. */
  readonly ready: () => Promise<void>;
  /** News may be missing, ours or another's: who must know reads the tables. */
  readonly onMissed: (listener: () => void) => () => void;
};

const SENDER_BYTES = 8;

export function createNews({ bus, log }: { readonly bus: Bus | null; readonly log: Log }): News {
  const wire = bus && createWire(bus, log);
  const missed = new Set<() => void>();
  const tellMissed = () => {
    for (const listener of missed) listener();
  };
  if (bus && wire) {
    wire.hear("missed", tellMissed);
    bus.onBack(() => {
      // What we told meanwhile is lost too: others cannot know that by themselves.
      wire.publish("missed", true);
      tellMissed();
    });
  }
  return {
    isAlone: bus === null,
    channel: (name, parse) => createChannel(wire, name, parse),
    question: (name, parse) => createQuestion(wire, name, parse),
    // A line that is down comes back, and tells that news are missing.
    ready: async () => bus?.flush().catch(() => undefined),
    onMissed: (listener) => addTo(missed, listener),
  };
}

type Heard = { readonly said: unknown; readonly answer: (() => void) | null };

/** The bus in JSON, with our own voice left out. */
type Wire = {
  readonly publish: (name: string, value: unknown) => void;
  readonly hear: (name: string, take: (heard: Heard) => void) => void;
  readonly request: (name: string, value: unknown, withinMs: number) => Promise<boolean>;
};

function createWire(bus: Bus, log: Log): Wire {
  const self = randomBytes(SENDER_BYTES);
  const subjectOf = (name: string) => `news.${name}`;
  const bytesOf = (value: unknown) => Buffer.concat([self, Buffer.from(JSON.stringify(value))]);
  return {
    publish(name, value) {
      const bytes = bytesOf(value);
      if (bytes.length <= BUS_MESSAGE_BYTES_MAX) bus.publish(subjectOf(name), bytes);
      else log.error({ name, bytes: bytes.length }, "news are too long to be told");
    },
    hear(name, take) {
      bus.subscribe(subjectOf(name), ({ bytes, answer }) => {
        const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        if (whole.subarray(0, SENDER_BYTES).equals(self)) return;
        const said = readJson(whole.subarray(SENDER_BYTES).toString());
        if (said === undefined) log.warn({ name }, "news that nobody can read");
        else take({ said, answer: answer && (() => answer(new Uint8Array())) });
      });
    },
    request: (name, value, withinMs) =>
      bus.request(subjectOf(name), bytesOf(value), withinMs).then(
        () => true,
        () => false,
      ),
  };
}

function createChannel<T>(wire: Wire | null, name: string, parse: Parse<T>): NewsChannel<T> {
  const listeners = new Set<(value: T) => void>();
  const tellHere = (value: T) => {
    for (const listener of listeners) listener(value);
  };
  wire?.hear(name, ({ said }) => {
    const value = parse(said);
    if (value !== null) tellHere(value);
  });
  const tellOthers = (value: T) => wire?.publish(name, value);
  return {
    tell(value) {
      tellHere(value);
      tellOthers(value);
    },
    tellOthers,
    follow: (listener) => addTo(listeners, listener),
  };
}

function createQuestion<T>(wire: Wire | null, name: string, parse: Parse<T>): NewsQuestion<T> {
  const answerers = new Set<(value: T) => boolean | Promise<boolean>>();
  async function askHere(value: T): Promise<boolean> {
    for (const isSo of answerers) if (await isSo(value)) return true;
    return false;
  }
  wire?.hear(name, ({ said, answer }) => {
    const value = parse(said);
    if (value === null || answer === null) return;
    askHere(value).then(
      (isSo) => isSo && answer(),
      // Who asks waits for its time and takes it for a no.
      () => undefined,
    );
  });
  return {
    async ask(value, withinMs) {
      if (await askHere(value)) return true;
      return wire ? await wire.request(name, value, withinMs) : false;
    },
    answer: (isSo) => addTo(answerers, isSo),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
