// Opening an act, sending it, and what follows: the result is told, the thing and its list are read
// again, and the open work is counted anew. Nothing is assumed to have happened.

import type { WriteRequest } from "@truetick/contract";
import { useRef, useState } from "react";
import { useDesk } from "../app/desk.ts";
import type { Act, ActTexts } from "./act-dialog.tsx";

export type ActPlan = Omit<Act, "send" | "onDone"> & {
  readonly request: (texts: ActTexts) => WriteRequest<unknown>;
  /** What the toast says once the server has done it. */
  readonly doneText: string;
};

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
        send: (texts) => server.write(request(texts)),
        onDone: () => {
          toasts.show({ tone: "done", title: doneText });
          openWork.ask();
          changed.current();
        },
      }),
  };
}
