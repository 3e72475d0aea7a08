// A private picture, fetched with the session's header and shown from memory. Forgotten when
// nobody looks at it any more.

import { useCallback, useEffect, useState } from "react";
import type { Failure } from "../api/server.ts";
import { useDesk } from "../app/desk.ts";

export type Picture =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly url: string }
  | { readonly phase: "failed"; readonly failure: Failure };

export function usePicture(path: string): {
  readonly picture: Picture;
  readonly again: () => void;
} {
  const { server } = useDesk();
  const [picture, setPicture] = useState<Picture>({ phase: "loading" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | null = null;
    setPicture({ phase: "loading" });
    void server.fetch(path, { signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.isOk) {
        url = URL.createObjectURL(answer.value.blob);
        setPicture({ phase: "ready", url });
      } else setPicture({ phase: "failed", failure: answer.failure });
    });
    return () => {
      leaving.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [server, path, round]);
  return { picture, again: useCallback(() => setRound((before) => before + 1), []) };
}
