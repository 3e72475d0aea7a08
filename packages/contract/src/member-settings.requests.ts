// The calls about what a person has chosen as an app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "./market.requests.ts";
import {
  type MemberSettings,
  type MemberSettingsWire,
  memberSettingsFromWire,
  memberSettingsToWire,
  NO_MEMBER_SETTINGS,
} from "./member-settings.ts";
import type { WriteRequest } from "./order.requests.ts";

const PATH = "/v1/api/main/setting";

export function requestMemberSettings(): ReadRequest<MemberSettings> {
  return { path: PATH, query: {}, read: readSettings };
}

/** The wire's names of ours, so that a change carries only what it changes. */
const FIELD_OF = {
  theme: "theme",
  upDown: "up_down",
  language: "language",
  hasMailNotices: "notify_email",
  hasStatementMail: "statement_email",
  hasPushNotices: "notify_push",
  defaultLots: "default_lots",
  isOneTap: "one_tap",
  watchlist: "watchlist",
} as const satisfies Record<keyof MemberSettings, keyof MemberSettingsWire>;

/** Answers all choices as they stand afterwards. */
export function requestSetMemberSettings(
  change: Partial<MemberSettings>,
): WriteRequest<MemberSettings> {
  const wire = memberSettingsToWire({ ...NO_MEMBER_SETTINGS, ...change });
  const names = Object.keys(change) as (keyof MemberSettings)[];
  const fields = names.map((name) => [FIELD_OF[name], String(wire[FIELD_OF[name]])]);
  return { path: PATH, fields: Object.fromEntries(fields), read: readSettings };
}

function readSettings(wire: unknown): MemberSettings {
  return memberSettingsFromWire(wire as MemberSettingsWire);
}
