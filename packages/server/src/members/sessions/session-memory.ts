// What is remembered of sessions between two questions to the database. Used by sessions.ts.
// Invariants: nothing is remembered while endings may be missed; an answer that was under way when
// its session ended is not believed.

import type { Clock } from "../../platform/clock.ts";
import type { Caller } from "../../platform/handler.ts";
import type { LookUpCaller } from "./caller-lookup.ts";
import { bytesOfName } from "./token.ts";

const SESSIONS_REMEMBERED_MAX = 100_000;
/** Many more than can be under way between an ending and the answer to a question before it. */
const ENDINGS_REMEMBERED_MAX = 10_000;

type Memory = {
  readonly caller: Promise<Caller | null>;
  readonly askedAtMs: number;
  /** Whom the promise answered with, so that nobody need wait for what is known. */
  found: Caller | null;
};

export type SessionMemory = {
  /** By the name of a token (token.ts). */
  readonly find: (name: string) => Promise<Caller | null> | Caller;
  /** Forgets a session for good; false when it was known to have ended. */
  readonly end: (sessionId: number) => boolean;
  readonly trust: () => void;
  readonly distrust: () => void;
};

export function createSessionMemory({
  lookUp,
  clock,
  rememberedMs,
}: {
  lookUp: LookUpCaller;
  clock: Pick<Clock, "monotonic">;
  rememberedMs: number;
}): SessionMemory {
  const memories = new Map<string, Memory>();
  const names = new Map<number, string>();
  const ended = new Set<number>();
  let isTrusted = false;

  function forget(name: string, memory: Memory): void {
    if (memories.get(name) === memory) memories.delete(name);
  }

  async function ask(name: string): Promise<Caller | null> {
    const caller = await lookUp(bytesOfName(name));
    return caller && ended.has(caller.sessionId) ? null : caller;
  }

  function remember(name: string, caller: Promise<Caller | null>): void {
    const memory: Memory = { caller, askedAtMs: clock.monotonic(), found: null };
    memories.delete(name);
    memories.set(name, memory);
    if (memories.size > SESSIONS_REMEMBERED_MAX) forgetOldest(memories, names);
    caller.then(
      (found) => {
        // Only what holds is worth remembering: no failure, no stranger's guess, none that ended.
        if (!found || ended.has(found.sessionId)) forget(name, memory);
        else if (memories.get(name) === memory) {
          names.set(found.sessionId, name);
          memory.found = found;
        }
      },
      () => forget(name, memory),
    );
  }

  return {
    find(name) {
      const memory = memories.get(name);
      if (memory && clock.monotonic() - memory.askedAtMs < rememberedMs) {
        return memory.found ?? memory.caller;
      }
      const caller = ask(name);
      if (isTrusted) remember(name, caller);
      return caller;
    },
    end(sessionId) {
      if (ended.has(sessionId)) return false;
      ended.add(sessionId);
      if (ended.size > ENDINGS_REMEMBERED_MAX) deleteFirst(ended);
      const name = names.get(sessionId);
      names.delete(sessionId);
      if (name !== undefined) memories.delete(name);
      return true;
    },
    trust() {
      isTrusted = true;
    },
    distrust() {
      isTrusted = false;
      memories.clear();
      names.clear();
    },
  };
}

function forgetOldest(memories: Map<string, Memory>, names: Map<number, string>): void {
  for (const [name, { caller }] of memories) {
    memories.delete(name);
    void caller.then(
      (found) => {
        if (found && names.get(found.sessionId) === name) names.delete(found.sessionId);
      },
      () => undefined,
    );
    return;
  }
}

function deleteFirst(ids: Set<number>): void {
  for (const id of ids) {
    ids.delete(id);
    return;
  }
}
