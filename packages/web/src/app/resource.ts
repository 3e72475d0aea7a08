// Something that is asked for once and then known: the platform's settings, the list of countries.
// Asked for when a screen first needs it, again after a failure, and again in another language.

import type { ReadRequest } from "@truetick/contract";
import { createStore, type ReadableStore, useStore } from "@truetick/ui/state";
import { useEffect } from "react";
import type { Failure, Reader } from "../api/server.ts";

export type ResourceState<T> =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly value: T }
  | { readonly phase: "failed"; readonly failure: Failure };

export type Resource<T> = ReadableStore<ResourceState<T>> & {
  /** Asks unless it is known, or being asked for, in this language. */
  readonly load: () => void;
};

export function createResource<T>({
  server,
  request,
  language,
}: {
  readonly server: Reader;
  readonly request: () => ReadRequest<T>;
  readonly language: () => string;
}): Resource<T> {
  const state = createStore<ResourceState<T>>({ phase: "loading" });
  let askedIn: string | null = null;

  async function ask(asked: string): Promise<void> {
    askedIn = asked;
    if (state.get().phase === "failed") state.set({ phase: "loading" });
    const answer = await server.read(request());
    // Another language was chosen meanwhile: that answer is on its way.
    if (askedIn !== asked) return;
    if (answer.isOk) state.set({ phase: "ready", value: answer.value });
    else {
      askedIn = null;
      if (state.get().phase !== "ready") state.set({ phase: "failed", failure: answer.failure });
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    load() {
      const now = language();
      if (askedIn !== now) void ask(now);
    },
  };
}

/** What is known of it, asked for when this is first shown. */
export function useResource<T>(resource: Resource<T>): ResourceState<T> {
  useEffect(() => resource.load(), [resource]);
  return useStore(resource);
}
