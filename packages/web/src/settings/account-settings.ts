// Keeps the reader's choices with the account: what was chosen on another device is taken over at
// every login and start, the look and the stars that were chosen before there was an account go
// along with it, and every later choice is told to the server. Silent: a
// choice that could not be told holds on this device, and is told with the next one, when the line
// is back, or at the next start. Invariant: how one person gives orders, and what one watches,
// never becomes how and what another does.

import {
  type MemberSettings,
  NO_MEMBER_SETTINGS,
  requestMemberSettings,
  requestSetMemberSettings,
} from "@truetick/contract";
import type { Server } from "../api/server.ts";
import type { Storage } from "../app/storage.ts";
import { type Line, onLineBack } from "../live/watch-line.ts";
import type { SessionStore } from "../session/session.ts";
import {
  changeBetween,
  forgetKnown,
  keepKnown,
  missingFrom,
  readKnown,
  untoldSince,
} from "./known-settings.ts";
import type { PreferenceStore } from "./preferences.ts";

export type AccountSettings = {
  /**
   * Follows the session: from a login to its end. The token is that of the page's start: whoever
   * it was may have left by now, and what stands here is then nobody else's.
   */
  readonly start: (tokenBefore: string | null) => void;
};

type Name = keyof MemberSettings;

const LOOK = ["language", "theme", "upDown"] as const;
/** What a visitor brings along to an account that has none of its own. */
const BROUGHT = [...LOOK, "watchlist"] as const;

export type AccountSettingsParts = {
  readonly preferences: PreferenceStore;
  readonly session: Pick<SessionStore, "get" | "subscribe">;
  readonly server: Server;
  readonly storage: Storage;
  readonly live: Line;
};

type Beginning = {
  readonly userId: string;
  readonly brought: readonly Name[];
  readonly begun: MemberSettings;
};

/** The choices of one session. */
function createChoices(
  { preferences, server, storage }: AccountSettingsParts,
  { userId, brought, begun }: Beginning,
) {
  /** What the server was last known to have; what has not reached it is not in it. */
  let known = begun;
  /** What is on its way there. */
  let underWay: Partial<MemberSettings> = {};
  let phase: "unasked" | "asking" | "told" | "over" = "unasked";
  const isOver = () => phase === "over";
  let isAdopting = false;

  function know(settings: MemberSettings): void {
    known = settings;
    keepKnown(storage, { userId, settings });
  }

  /** Its many steps are no choices of the reader's. */
  function adopt(settings: MemberSettings): void {
    isAdopting = true;
    preferences.adopt(settings);
    isAdopting = false;
  }

  async function tell(): Promise<void> {
    const change = changeBetween({ ...known, ...underWay }, preferences.chosen());
    if (Object.keys(change).length === 0) return;
    underWay = { ...underWay, ...change };
    const answer = await server.write(requestSetMemberSettings(change), { isInitial: true });
    if (isOver()) return;
    underWay = changeBetween(change, underWay);
    if (answer.isOk) know({ ...known, ...change });
    // The next start takes back what the server does not want.
    else if (answer.failure.kind === "refused")
      keepKnown(storage, { userId, settings: { ...known, ...change } });
  }

  async function takeOver(): Promise<void> {
    phase = "asking";
    const answer = await server.read(requestMemberSettings(), { isInitial: true });
    if (isOver()) return;
    phase = answer.isOk ? "told" : "unasked";
    if (!answer.isOk) return;
    const now = answer.value;
    const chosen = preferences.chosen();
    const untold = untoldSince(known, { chosen, now });
    know(now);
    adopt({ ...now, ...missingFrom(now, chosen, brought), ...untold });
    await tell();
  }

  know(begun);
  return {
    /** Tells what has not been told, and asks first where nothing was heard yet. */
    catchUp(): void {
      if (isAdopting || phase === "asking") return;
      void (phase === "told" ? tell() : takeOver());
    },
    end(): void {
      phase = "over";
      forgetKnown(storage);
    },
  };
}

export function createAccountSettings(parts: AccountSettingsParts): AccountSettings {
  const { preferences, session, storage, live } = parts;
  let token: string | null = null;
  let choices: ReturnType<typeof createChoices> | null = null;

  function follow({ isStart }: { readonly isStart: boolean }): void {
    const now = session.get();
    const next = now?.token ?? null;
    if (next === token) return;
    choices?.end();
    choices = null;
    // The look stays with the device; how orders are given and the stars leave with the person.
    if (token !== null) preferences.adopt(NO_MEMBER_SETTINGS);
    token = next;
    if (now === null) return;
    const { id: userId } = now.user;
    // What stands here at a login is a visitor's; only what is chosen from now on is the person's.
    const kept = isStart ? readKnown(storage, userId) : null;
    const begun = kept ?? { ...NO_MEMBER_SETTINGS, ...preferences.chosen() };
    // What is starred here at a start is the account's; on another device it may be gone.
    choices = createChoices(parts, { userId, brought: isStart ? LOOK : BROUGHT, begun });
    choices.catchUp();
  }

  return {
    start(tokenBefore) {
      const isSame = (session.get()?.token ?? null) === tokenBefore;
      if (!isSame && tokenBefore !== null) preferences.adopt(NO_MEMBER_SETTINGS);
      follow({ isStart: isSame });
      session.subscribe(() => follow({ isStart: false }));
      preferences.subscribe(() => choices?.catchUp());
      onLineBack(live, () => choices?.catchUp());
    },
  };
}
