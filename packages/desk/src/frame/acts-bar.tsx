// The acts at the foot of a case: a button each, pressed by its key as well, and the dialog that
// asks before anything is sent. An act that is not free now has a dead button and a dead key.

import type { ComponentProps, ReactNode } from "react";
import { useKeys } from "../app/use-keys.ts";
import { ActButton } from "./act-button.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { ActionBar } from "./detail.tsx";
import { type ActPlan, useActs } from "./use-acts.ts";

type ButtonProps = ComponentProps<typeof ActButton>;

export type OfferedAct = Pick<
  ButtonProps,
  "label" | "kind" | "isDanger" | "shortcut" | "disabled"
> & { readonly plan: ActPlan };

export function ActsBar({
  note,
  acts,
  onChanged,
}: {
  readonly note: ReactNode;
  /** As they stand beside each other. */
  readonly acts: readonly OfferedAct[];
  readonly onChanged: () => void;
}) {
  const { act, begin, close } = useActs(onChanged);
  const keys = acts.flatMap(({ shortcut, disabled, plan }) =>
    shortcut && !disabled ? [[shortcut.toLowerCase(), () => begin(plan)] as const] : [],
  );
  useKeys(Object.fromEntries(keys));
  return (
    <ActionBar note={note}>
      {acts.map(({ plan, ...button }) => (
        <ActButton key={button.label} {...button} onClick={() => begin(plan)} />
      ))}
      <ActDialog act={act} onClose={close} />
    </ActionBar>
  );
}
