// What was written here and is not in the conversation yet: on its way, or refused with the reason.
// Used by message-list.ts.

import type { FrameMessage } from "../chat/frame-talk.ts";
import type { Written } from "./composer.ts";
import type { Shown } from "./draw-groups.ts";

type Waiting = {
  readonly written: Written;
  refusal: string | null;
  /** Once it was said: it goes when the conversation has it. */
  id: string | null;
  readonly at: number;
};

export type WaitingMessages = {
  readonly add: (written: Written) => void;
  readonly settle: (key: string, id: string) => void;
  readonly refuse: (key: string, reason: string) => void;
  /** What is still to be shown below what was said. */
  readonly below: (said: readonly FrameMessage[], name: string) => readonly Shown[];
};

export function createWaitingMessages({
  onRetry,
  onChanged,
}: {
  readonly onRetry: (written: Written) => void;
  readonly onChanged: () => void;
}): WaitingMessages {
  const waiting = new Map<string, Waiting>();

  const shownOf = ({ written, refusal, at }: Waiting, name: string): Shown => ({
    id: written.key,
    author: "user",
    name,
    text: written.text,
    imageUrl: null,
    at,
    state: refusal === null ? "sending" : "failed",
    picture: written.picture,
    refusal,
    retry: () => onRetry(written),
  });

  return {
    add(written) {
      waiting.set(written.key, { written, refusal: null, id: null, at: Date.now() / 1_000 });
    },
    settle(key, id) {
      const known = waiting.get(key);
      if (known) known.id = id;
      onChanged();
    },
    refuse(key, reason) {
      const known = waiting.get(key);
      if (known) known.refusal = reason;
      onChanged();
    },
    below(said, name) {
      const ids = new Set(said.map(({ id }) => id));
      for (const [key, { id }] of waiting) if (id !== null && ids.has(id)) waiting.delete(key);
      return [...waiting.values()].map((one) => shownOf(one, name));
    },
  };
}
