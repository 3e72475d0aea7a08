// What the account was last known to have, kept by the browser across starts: what has been chosen
// here since then has not been told. Pure but for the storage it is given; used by
// account-settings.ts. Invariant: what is kept of one person is never read for another.

import { type MemberSettings, NO_MEMBER_SETTINGS, WATCHED_MAX } from "@truetick/contract";
import type { Storage } from "../app/storage.ts";

const STORED = "accountSettings";

type Name = keyof MemberSettings;

export type KnownSettings = {
  readonly userId: string;
  readonly settings: MemberSettings;
  /** What stood here at the login, a visitor's still: the account could not be asked since. */
  readonly isVisitors: boolean;
};

type Kept = Pick<KnownSettings, "settings" | "isVisitors">;

const LOOK = ["language", "theme", "upDown"] as const;
/** What a visitor brings along to an account that has none of its own. */
const BROUGHT = [...LOOK, "watchlist"] as const;

type Choices = {
  readonly chosen: Partial<MemberSettings>;
  readonly now: MemberSettings;
};

/** Null when nothing is kept of this user. Anything may stand in storage. */
export function readKnown(storage: Storage, userId: string): Kept | null {
  try {
    // Ours was written below; whatever else stands there is not this user's.
    const kept = JSON.parse(storage.read(STORED) ?? "null") as KnownSettings | null;
    if (kept?.userId !== userId) return null;
    const settings = { ...NO_MEMBER_SETTINGS, ...kept.settings };
    const { watchlist } = settings;
    if (watchlist !== null && typeof watchlist !== "string") return null;
    return { settings, isVisitors: kept.isVisitors === true };
  } catch {
    return null;
  }
}

export function keepKnown(storage: Storage, known: KnownSettings): void {
  storage.write(STORED, JSON.stringify(known));
}

export function forgetKnown(storage: Storage): void {
  storage.forget(STORED);
}

/** What differs, as a change to be told. */
export function changeBetween(
  known: Partial<MemberSettings>,
  wanted: Partial<MemberSettings>,
): Partial<MemberSettings> {
  const names = (Object.keys(wanted) as Name[]).filter((name) => wanted[name] !== known[name]);
  return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}

/**
 * What holds from now on, where the account was last known to have `known` and has `now`. What may
 * go along to an account without it goes whole, with the stars set since then and those before.
 */
export function mergedWith(
  known: MemberSettings,
  { chosen, now, isVisitors }: Choices & Pick<KnownSettings, "isVisitors">,
): MemberSettings {
  const untold = untoldSince(known, { chosen, now });
  return { ...now, ...untold, ...missingFrom(now, chosen, isVisitors ? BROUGHT : LOOK) };
}

/** Of what was chosen here and may go along, what the account has no choice of yet. */
function missingFrom(
  known: MemberSettings,
  chosen: Partial<MemberSettings>,
  names: readonly Name[],
): Partial<MemberSettings> {
  const missing = names.filter((name) => name in chosen && known[name] === null);
  return Object.fromEntries(missing.map((name) => [name, chosen[name]]));
}

/**
 * What was chosen here since the account had `known`, for an account that has `now`: it wins, but
 * of the stars only those that were set or taken back, or a list would be lost for one star.
 */
function untoldSince(known: MemberSettings, { chosen, now }: Choices): Partial<MemberSettings> {
  const untold = changeBetween(known, chosen);
  if (untold.watchlist === undefined || now.watchlist === known.watchlist) return untold;
  const before = codesOf(known.watchlist);
  const here = codesOf(untold.watchlist);
  const there = codesOf(now.watchlist);
  const left = there.filter((code) => here.includes(code) || !before.includes(code));
  const added = here.filter((code) => !before.includes(code) && !there.includes(code));
  return { ...untold, watchlist: [...left, ...added].slice(0, WATCHED_MAX).join(",") || null };
}

function codesOf(watchlist: string | null): readonly string[] {
  return watchlist?.split(",") ?? [];
}
