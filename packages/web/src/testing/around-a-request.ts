// What happens around a request whose answer is lost: time passes until it is given up, and
// somebody else logs in or nobody is left. For tests with fake timers.

import { act } from "@testing-library/react";
import { vi } from "vitest";
import type { App } from "../app/app.ts";
import { sampleSession } from "./sample-session.ts";

/** Until an attempt that is not answered is given up. */
const GIVEN_UP_MS = 5_000;

export function aroundARequest(app: () => App | null) {
  const run = (does: () => unknown) => act(async () => void does());
  return {
    run,
    giveUp: () => act(async () => void (await vi.advanceTimersByTimeAsync(GIVEN_UP_MS))),
    logIn: (id: string) => {
      const session = sampleSession();
      return run(() => app()?.session.begin({ ...session, user: { ...session.user, id } }));
    },
    sender: sampleSession().user.id,
    logOut: () => run(() => app()?.session.end()),
  };
}
