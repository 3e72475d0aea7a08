// Fetches what keeps the reader's choices with the account once somebody is logged in: a visitor's
// first load goes without it. Called by main.tsx.

import { loadUntilThere } from "../app/lazy-part.ts";
import type { AccountSettingsParts } from "./account-settings.ts";

export function startAccountSettings(parts: AccountSettingsParts): void {
  const { session } = parts;
  const before = session.get()?.token ?? null;
  const begin = async () => {
    const load = () => import("./account-settings.ts");
    const { createAccountSettings } = await loadUntilThere(load);
    createAccountSettings(parts).start(before);
  };
  if (before !== null) {
    void begin();
    return;
  }
  const unfollow = session.subscribe(() => {
    if (session.get() === null) return;
    unfollow();
    void begin();
  });
}
