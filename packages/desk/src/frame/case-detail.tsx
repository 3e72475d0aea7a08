// One case of a queue: read when it is chosen, and again after every change to it, together with
// its list. The queues' detail panes are this with their own inside.

import type { ReadRequest } from "@truetick/contract";
import type { ComponentType } from "react";
import { useRead } from "../app/use-read.ts";
import { Detail } from "./detail.tsx";

/** What a queue says to its detail pane. */
export type CasePane = {
  readonly id: string;
  /** Its list is to be read again. */
  readonly onChanged: () => void;
  readonly onBack: () => void;
};

/** What the inside of a pane draws. */
export type WholeCase<T> = { readonly shown: T; readonly onChanged: () => void };

export function CaseDetail<T>({
  id,
  onChanged,
  onBack,
  request,
  whole: Whole,
}: CasePane & {
  readonly request: (id: string) => ReadRequest<T>;
  readonly whole: ComponentType<WholeCase<T>>;
}) {
  const reading = useRead(() => request(id), id);
  return (
    <Detail reading={reading} onBack={onBack}>
      {(shown) => (
        <Whole
          shown={shown}
          onChanged={() => {
            reading.again();
            onChanged();
          }}
        />
      )}
    </Detail>
  );
}
