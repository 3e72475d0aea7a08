// A list that comes in pages by cursor: the first when it is shown, each next when the reader gets
// there. Asking again reads as many pages as are on the screen and replaces them at once, so that a
// list of work never jumps while it is looked at.

import type { ReadRequest } from "@truetick/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Answer, Failure } from "../api/server.ts";
import { useDesk } from "./desk.ts";

/** One page on the wire of the desk; `next` is "" at the end. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly next: string };

export type Pages<Row> = {
  readonly phase: "loading" | "ready" | "failed";
  readonly rows: readonly Row[];
  readonly failure: Failure | null;
  readonly hasMore: boolean;
  readonly isAsking: boolean;
  readonly more: () => void;
  readonly again: () => void;
};

type Known<Row> = {
  readonly key: string;
  readonly phase: Pages<Row>["phase"];
  readonly rows: readonly Row[];
  readonly next: string;
  readonly failure: Failure | null;
};

type Ask<Row> = (cursor: string) => Promise<Answer<Page<Row>>>;

/** As many pages as it takes to have so many rows, or all there are. */
export async function readPages<Row>(
  ask: Ask<Row>,
  { from, rowsMin }: { readonly from: string; readonly rowsMin: number },
): Promise<Answer<Page<Row>>> {
  const rows: Row[] = [];
  let cursor = from;
  do {
    const answer = await ask(cursor);
    if (!answer.isOk) return answer;
    rows.push(...answer.value.rows);
    cursor = answer.value.next;
  } while (cursor !== "" && rows.length < rowsMin);
  return { isOk: true, value: { rows, next: cursor } };
}

function nothingOf<Row>(key: string): Known<Row> {
  return { key, phase: "loading", rows: [], next: "", failure: null };
}

export function usePages<Row>(
  request: (cursor: string) => ReadRequest<Page<Row>>,
  key: string,
): Pages<Row> {
  const { server } = useDesk();
  const [known, setKnown] = useState<Known<Row>>(() => nothingOf(key));
  const [isAsking, setIsAsking] = useState(false);
  const [round, setRound] = useState(0);
  const latest = useRef({ request, known });
  latest.current = { request, known };
  const current = known.key === key ? known : nothingOf<Row>(key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController();
    const ask: Ask<Row> = (cursor) => server.read(latest.current.request(cursor), leaving.signal);
    const before = latest.current.known;
    const rowsMin = before.key === key ? before.rows.length : 0;
    void readPages(ask, { from: "", rowsMin }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.isOk) setKnown({ key, phase: "ready", failure: null, ...answer.value });
      else
        setKnown((now) =>
          now.key === key && now.phase === "ready"
            ? now
            : { ...nothingOf<Row>(key), phase: "failed", failure: answer.failure },
        );
    });
    return () => leaving.abort();
  }, [server, key, round]);

  const more = useCallback(() => {
    const { key: asked, next, rows } = latest.current.known;
    if (next === "" || isAsking) return;
    setIsAsking(true);
    void server.read(latest.current.request(next)).then((answer) => {
      setIsAsking(false);
      if (!answer.isOk) return;
      setKnown((now) =>
        // Another list, or this one read anew meanwhile: these rows belong to neither.
        now.key !== asked || now.rows !== rows
          ? now
          : { ...now, rows: [...rows, ...answer.value.rows], next: answer.value.next },
      );
    });
  }, [server, isAsking]);

  return {
    phase: current.phase,
    rows: current.rows,
    failure: current.failure,
    hasMore: current.next !== "",
    isAsking,
    more,
    again: useCallback(() => {
      setKnown((now) => (now.phase === "failed" ? nothingOf(now.key) : now));
      setRound((now) => now + 1);
    }, []),
  };
}
