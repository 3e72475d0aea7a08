// Keeps the reader's choices with the account: what was chosen on another device is taken over at
// every login and start, the look and the stars that were chosen before there was an account go
// along with it, and every later choice is told to the server. Composed once by main.tsx. Silent: a
// choice that could not be told holds on this device and is told with the next one. Invariant: how
// one person gives orders, and what one watches, never becomes how and what another does.

import {
  type MemberSettings,
  NO_MEMBER_SETTINGS,
  requestMemberSettings,
  requestSetMemberSettings,
} from "@truetick/contract";
import type { Server } from "../api/server.ts";
import type { SessionStore } from "../session/session.ts";
import type { PreferenceStore } from "./preferences.ts";

export type AccountSettings = {
  /** Follows the session: from a login to its end. */
  readonly start: () => void;
};

type Name = keyof MemberSettings;

const LOOK = ["language", "theme", "upDown"] as const;
/** What a visitor brings along to an account that has none of its own. */
const BROUGHT = [...LOOK, "watchlist"] as const;

/** What differs, as a change to be told. */
function changeBetween(
  known: MemberSettings,
  wanted: Partial<MemberSettings>,
): Partial<MemberSettings> {
  const names = (Object.keys(wanted) as Name[]).filter((name) => wanted[name] !== known[name]);
  return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}

/** Of what was chosen here and may go along, what the account has no choice of yet. */
function missingFrom(
  known: MemberSettings,
  chosen: Partial<MemberSettings>,
  names: readonly Name[],
) {
  const missing = names.filter((name) => name in chosen && known[name] === null);
  return Object.fromEntries(missing.map((name) => [name, chosen[name]]));
}

export function createAccountSettings({
  preferences,
  session,
  server,
}: {
  readonly preferences: PreferenceStore;
  readonly session: Pick<SessionStore, "get" | "subscribe">;
  readonly server: Server;
}): AccountSettings {
  /** As the server has them; null while nobody is logged in, or before it has said. */
  let known: MemberSettings | null = null;
  let token: string | null = null;

  async function tell(wanted: Partial<MemberSettings>): Promise<void> {
    if (known === null) return;
    const change = changeBetween(known, wanted);
    if (Object.keys(change).length === 0) return;
    const before = known;
    const asker = token;
    known = { ...known, ...change };
    const answer = await server.write(requestSetMemberSettings(change), { isInitial: true });
    if (answer.isOk || asker !== token) return;
    const untold = (Object.keys(change) as Name[]).map((name) => [name, before[name]]);
    known = { ...known, ...Object.fromEntries(untold) };
  }

  async function takeOver(brought: readonly Name[]): Promise<void> {
    const asker = token;
    const answer = await server.read(requestMemberSettings(), { isInitial: true });
    if (!answer.isOk || asker !== token) return;
    const carried = missingFrom(answer.value, preferences.chosen(), brought);
    // Whatever changes now is known there already, or is told right after.
    known = { ...answer.value, ...carried };
    preferences.adopt(known);
    known = answer.value;
    await tell(preferences.chosen());
  }

  return {
    start() {
      const follow = (brought: readonly Name[]) => {
        const next = session.get()?.token ?? null;
        if (next === token) return;
        known = null;
        // The look stays with the device; how orders are given and the stars leave with the person.
        if (token !== null) preferences.adopt(NO_MEMBER_SETTINGS);
        token = next;
        if (next !== null) void takeOver(brought);
      };
      // What is starred here at a start is the account's; on another device it may be gone.
      follow(LOOK);
      session.subscribe(() => follow(BROUGHT));
      preferences.subscribe(() => void tell(preferences.chosen()));
    },
  };
}
