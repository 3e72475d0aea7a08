// What a screen asks the server for: under way, there, or failed with a way to ask again. A new key
// starts anew; asking again keeps what is on the screen until the answer has come.

import type { ReadRequest } from "@truetick/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../api/server.ts";
import { useDesk } from "./desk.ts";

export type ReadState<T> =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly value: T }
  | { readonly phase: "failed"; readonly failure: Failure };

export type Reading<T> = { readonly state: ReadState<T>; readonly again: () => void };

type Known<T> = { readonly key: string; readonly state: ReadState<T> };

const LOADING = { phase: "loading" } as const;

export function useRead<T>(request: () => ReadRequest<T>, key: string): Reading<T> {
  const { server } = useDesk();
  const [known, setKnown] = useState<Known<T>>({ key, state: LOADING });
  const [round, setRound] = useState(0);
  const latest = useRef(request);
  latest.current = request;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController();
    void server.read(latest.current(), leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      setKnown((before) => {
        if (answer.isOk) return { key, state: { phase: "ready", value: answer.value } };
        const isKnown = before.key === key && before.state.phase === "ready";
        return isKnown ? before : { key, state: { phase: "failed", failure: answer.failure } };
      });
    });
    return () => leaving.abort();
  }, [server, key, round]);
  return {
    // What was known of another key is nobody's answer to this one.
    state: known.key === key ? known.state : LOADING,
    again: useCallback(() => {
      setKnown((before) =>
        before.state.phase === "failed" ? { ...before, state: LOADING } : before,
      );
      setRound((before) => before + 1);
    }, []),
  };
}
