// Opening an act, sending it, and what follows: the result is told, the thing and its list are read
// again, and the open work is counted anew. Nothing is assumed to have happened.

import type { WriteRequest } from "@truetick/contract";
import { randomId } from "@truetick/ui/state";
import { useRef, useState } from "react";
import type { Answer } from "../api/server.ts";
import { useDesk } from "../app/desk.ts";
import type { Act, ActTexts } from "./act-dialog.tsx";

export type ActPlan = Omit<Act, "send" | "onDone"> & {
  readonly request: (texts: ActTexts) => WriteRequest<unknown>;
  /** What the toast says once the server has done it. */
  readonly doneText: string;
};

type Write = (texts: ActTexts, key: string) => Promise<Answer<unknown>>;

/**
 * One key for one attempt: pressed again after a line that broke, it is the same attempt and
 * changes nothing twice. Once the server has answered, or other words are sent, it is another.
 */
function writerOf(write: Write): Act["send"] {
  let attempt: { readonly words: string; readonly key: string } | null = null;
  return async (texts) => {
    const words = JSON.stringify(texts);
    if (attempt?.words !== words) attempt = { words, key: randomId() };
    const answer = await write(texts, attempt.key);
    if (answer.isOk || answer.failure.kind === "refused") attempt = null;
    return answer;
  };
}

export function useActs(onChanged: () => void): {
  readonly act: Act | null;
  readonly begin: (plan: ActPlan) => void;
  readonly close: () => void;
} {
  const { server, toasts, openWork } = useDesk();
  const [act, setAct] = useState<Act | null>(null);
  const changed = useRef(onChanged);
  changed.current = onChanged;
  return {
    act,
    close: () => setAct(null),
    begin: ({ request, doneText, ...shown }) =>
      setAct({
        ...shown,
        send: writerOf((texts, key) => server.write(request(texts), key)),
        onDone: () => {
          toasts.show({ tone: "done", title: doneText });
          openWork.ask();
          changed.current();
        },
      }),
  };
}
