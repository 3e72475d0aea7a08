// Opening an act, sending it, and what follows: the result is told, the thing and its list are read
// again, and the open work is counted anew. Nothing is assumed to have happened: what was refused
// or never answered is read again too, because somebody else may have decided it.

import type { WriteRequest } from "@truetick/contract";
import { randomId } from "@truetick/ui/state";
import { useEffect, useRef, useState } from "react";
import type { Answer, Failure } from "../api/server.ts";
import { useDesk } from "../app/desk.ts";
import { useFailureText } from "../app/use-failure.ts";
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

/** `onDoubt`: it was refused or never answered; else read again as after a change. */
export function useActs(
  onChanged: () => void,
  onDoubt: () => void = onChanged,
): {
  readonly act: Act | null;
  readonly begin: (plan: ActPlan) => void;
  readonly close: () => void;
} {
  const { server, toasts, openWork } = useDesk();
  const textOf = useFailureText();
  const [act, setAct] = useState<Act | null>(null);
  /** The one whose dialog is open, and whether its words of refusal are being read there. */
  const open = useRef<{ readonly act: Act; isRefused: boolean } | null>(null);
  // The dialog goes with its screen, and then nobody reads there what comes of its act.
  useEffect(
    () => () => {
      open.current = null;
    },
    [],
  );
  const latest = useRef({ onChanged, onDoubt });
  latest.current = { onChanged, onDoubt };
  const lookAgain = (how: "onChanged" | "onDoubt") => {
    openWork.ask();
    latest.current[how]();
  };
  const close = () => {
    const isRefused = open.current?.isRefused === true;
    open.current = null;
    setAct(null);
    if (isRefused) lookAgain("onDoubt");
  };
  /** In the dialog as long as it is there; a screen that is read again may take it away. */
  const tellFailure = (of: Act, failure: Failure) => {
    if (open.current?.act === of) {
      open.current.isRefused = true;
      return;
    }
    const title = textOf(failure);
    if (title !== null) toasts.show({ tone: "failed", title });
    lookAgain("onDoubt");
  };
  return {
    act,
    close,
    begin: ({ request, doneText, ...shown }) => {
      const write = writerOf((texts, key) => server.write(request(texts), key));
      const begun: Act = {
        ...shown,
        send: async (texts) => {
          const answer = await write(texts);
          if (!answer.isOk) tellFailure(begun, answer.failure);
          return answer;
        },
        onDone: () => {
          toasts.show({ tone: "done", title: doneText });
          lookAgain("onChanged");
          // Another may have been opened meanwhile, with words that are typed into it.
          if (open.current?.act !== begun) return;
          open.current = null;
          setAct(null);
        },
      };
      open.current = { act: begun, isRefused: false };
      setAct(begun);
    },
  };
}
