// Somebody of the staff who listens on a socket, for as long as their session lasts: asked again
// every little while, because nobody tells us that it has ended. Used by conversation.ts. Listening
// does not prolong the session. Invariant: what they hear carries no content (support-topic.ts), so
// that the moment between an end and its being noticed tells nobody anything.

import type { Clock } from "../../platform/clock.ts";
import type { StaffCaller } from "../../platform/handler.ts";

/** Null when it is nobody of the staff, or not any more. */
export type WatchStaff = (token: string, address: string) => Promise<StaffCaller | null>;

export type StaffWatch = {
  /** Null: nobody of the staff has this token. */
  readonly enter: (token: string) => Promise<StaffCaller | null>;
  readonly leave: () => void;
  /** Asks again when it is time to. */
  readonly look: () => void;
};

export function createStaffWatch(parts: {
  readonly watchStaff: WatchStaff;
  readonly address: string;
  readonly clock: Pick<Clock, "monotonic">;
  readonly everyMs: number;
  readonly onEnded: () => void;
}): StaffWatch {
  const { watchStaff, address, clock, everyMs, onEnded } = parts;
  let watched: { readonly token: string; askedAtMs: number } | null = null;

  async function ask(token: string): Promise<void> {
    try {
      if ((await watchStaff(token, address)) === null && watched?.token === token) onEnded();
    } catch {
      // The database is away: it says nothing about the session, and is asked again.
    }
  }

  return {
    async enter(token) {
      const staff = await watchStaff(token, address);
      watched = staff === null ? null : { token, askedAtMs: clock.monotonic() };
      return staff;
    },
    leave() {
      watched = null;
    },
    look() {
      if (watched === null || clock.monotonic() - watched.askedAtMs < everyMs) return;
      watched.askedAtMs = clock.monotonic();
      void ask(watched.token);
    },
  };
}
