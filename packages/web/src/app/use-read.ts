// What a screen asks the server for when it opens: under way, there, or failed with a way to ask
// again, which the line that is back does by itself. A change that the screen knows of can be put
// in without asking.

import type { ReadRequest } from "@truetick/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../api/server.ts";
import { onLineBack } from "../live/watch-line.ts";
import { useApp } from "./app.ts";

export type ReadState<T> =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly value: T }
  | { readonly phase: "failed"; readonly failure: Failure };

export type Reading<T> = {
  readonly state: ReadState<T>;
  /** Asks again; what is on the screen stays until the answer has come. */
  readonly again: () => void;
  /** An answer is under way, which asking again would give up. */
  readonly isAsking: () => boolean;
  readonly put: (value: T) => void;
};

/** `request` is looked at whenever `key` changes. */
export function useRead<T>(request: () => ReadRequest<T>, key = ""): Reading<T> {
  const { server, live } = useApp();
  const [state, setState] = useState<ReadState<T>>({ phase: "loading" });
  const [round, setRound] = useState(0);
  const isUnderWay = useRef(false);
  const latest = useRef(request);
  latest.current = request;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key or round asks again
  useEffect(() => {
    const leaving = new AbortController();
    isUnderWay.current = true;
    void server.read(latest.current(), { signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      isUnderWay.current = false;
      if (answer.isOk) setState({ phase: "ready", value: answer.value });
      else
        setState((before) =>
          before.phase === "ready" ? before : { phase: "failed", failure: answer.failure },
        );
    });
    return () => {
      leaving.abort();
      isUnderWay.current = false;
    };
  }, [server, key, round]);
  const again = useCallback(() => {
    setState((before) => (before.phase === "failed" ? { phase: "loading" } : before));
    setRound((before) => before + 1);
  }, []);
  const hasFailed = state.phase === "failed";
  useEffect(() => (hasFailed ? onLineBack(live, again) : undefined), [hasFailed, live, again]);
  return {
    state,
    again,
    isAsking: useCallback(() => isUnderWay.current, []),
    put: useCallback((value: T) => setState({ phase: "ready", value }), []),
  };
}
