// Keeps the reader's choices with the account: what was chosen on another device is taken over at
// every login and start, the look and the stars that were chosen before there was an account go
// along with it, and every later choice is told to the server. Silent: what could not be asked or
// told holds on this device, and is asked or told after a while, with the next choice, when the
// line is back, or at the next start. Invariant: how one person gives orders, and what one watches,
// never becomes how and what another does.

import {
  type MemberSettings,
  NO_MEMBER_SETTINGS,
  type Reason,
  requestMemberSettings,
  requestSetMemberSettings,
} from "@truetick/contract";
import type { Failure, Server } from "../api/server.ts";
import type { Storage } from "../app/storage.ts";
import { type Line, onLineBack } from "../live/watch-line.ts";
import type { SessionStore } from "../session/session.ts";
import { changeBetween, forgetKnown, keepKnown, mergedWith, readKnown } from "./known-settings.ts";
import type { PreferenceStore } from "./preferences.ts";

export type AccountSettings = {
  /**
   * Follows the session: from a login to its end. The token is that of the page's start: whoever
   * it was may have left by now, and what stands here is then nobody else's.
   */
  readonly start: (tokenBefore: string | null) => void;
};

const AGAIN_FIRST_MS = 2_000;
const AGAIN_MAX_MS = 60_000;

/** It is about this asking alone: the same may be taken a moment later. */
const NOT_NOW: ReadonlySet<Reason | null> = new Set([
  null,
  "UNAVAILABLE",
  "OVERLOADED",
  "INTERNAL",
] as const);

function isDecision(failure: Failure): boolean {
  return failure.kind === "refused" && !NOT_NOW.has(failure.reason);
}

export type AccountSettingsParts = {
  readonly preferences: PreferenceStore;
  readonly session: Pick<SessionStore, "get" | "subscribe">;
  readonly server: Server;
  readonly storage: Storage;
  readonly live: Line;
};

type Beginning = {
  readonly userId: string;
  readonly begun: MemberSettings;
  /** What stands here was chosen before there was an account. */
  readonly isVisitors: boolean;
};

/** Asks once more after a while, ever more seldom until it is renewed. */
function createPatience(ask: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = AGAIN_FIRST_MS;
  return {
    wait(): void {
      clearTimeout(timer);
      timer = setTimeout(ask, waitMs);
      waitMs = Math.min(2 * waitMs, AGAIN_MAX_MS);
    },
    /** What was waited for is there, or nobody wants it any more. */
    renew(): void {
      clearTimeout(timer);
      waitMs = AGAIN_FIRST_MS;
    },
  };
}

/** The choices of one session. */
function createChoices(
  { preferences, server, storage }: AccountSettingsParts,
  { userId, begun, isVisitors }: Beginning,
) {
  /** What the server was last known to have; what has not reached it is not in it. */
  let known = begun;
  /** What is on its way there. */
  let underWay: Partial<MemberSettings> = {};
  let phase: "unasked" | "asking" | "told" | "over" = "unasked";
  const isOver = () => phase === "over";
  let isAdopting = false;
  const patience = createPatience(catchUp);

  function know(settings: MemberSettings): void {
    known = settings;
    keepKnown(storage, { userId, settings, isVisitors: false });
    patience.renew();
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
    const settings = { ...known, ...change };
    if (answer.isOk) know(settings);
    // The next start takes back what the server does not want.
    else if (isDecision(answer.failure))
      keepKnown(storage, { userId, settings, isVisitors: false });
    else patience.wait();
  }

  async function takeOver(): Promise<void> {
    phase = "asking";
    const answer = await server.read(requestMemberSettings(), { isInitial: true });
    if (isOver()) return;
    phase = answer.isOk ? "told" : "unasked";
    if (!answer.isOk) return patience.wait();
    const now = answer.value;
    const merged = mergedWith(known, { chosen: preferences.chosen(), now, isVisitors });
    know(now);
    adopt(merged);
    await tell();
  }

  /** Tells what has not been told, and asks first where nothing was heard yet. */
  function catchUp(): void {
    if (isAdopting || phase === "asking") return;
    void (phase === "told" ? tell() : takeOver());
  }

  keepKnown(storage, { userId, settings: begun, isVisitors });
  return {
    catchUp,
    end(): void {
      phase = "over";
      patience.renew();
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
    const begun = kept?.settings ?? { ...NO_MEMBER_SETTINGS, ...preferences.chosen() };
    // What is starred here at a start is the account's; on another device it may be gone.
    const isVisitors = kept?.isVisitors ?? !isStart;
    choices = createChoices(parts, { userId, begun, isVisitors });
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
