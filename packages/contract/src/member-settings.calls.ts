// The calls about what a person has chosen. A change names only what it changes; an empty text
// takes a choice back. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { givenDecimal, optionalDecimalField } from "./fields.calls.ts";
import { LANGUAGE_IDS } from "./language.ts";
import { isWatchlist, type MemberSettings, THEME_IDS, UP_DOWN_IDS } from "./member-settings.ts";

const PATH = "/v1/api/main/setting";

const SettingsSchema = z.object({
  theme: z.enum([...THEME_IDS, ""]),
  up_down: z.enum([...UP_DOWN_IDS, ""]),
  language: z.enum([...LANGUAGE_IDS, ""]),
  notify_email: z.int(),
  statement_email: z.int(),
  notify_push: z.int(),
  default_lots: z.string(),
  one_tap: z.int(),
  watchlist: z.string(),
});

export const getMemberSettings = call({
  method: "GET",
  path: PATH,
  effect: "read",
  audience: "trader",
  summary: "What the caller has chosen about the app; empty where nothing was chosen.",
  input: z.object({}),
  output: SettingsSchema,
  reasons: [],
});

const switchField = z.enum(["0", "1"]).optional();

const SettingsInput = z.object({
  theme: z.enum([...THEME_IDS, ""]).optional(),
  up_down: z.enum([...UP_DOWN_IDS, ""]).optional(),
  language: z.enum([...LANGUAGE_IDS, ""]).optional(),
  notify_email: switchField,
  statement_email: switchField,
  notify_push: switchField,
  default_lots: optionalDecimalField,
  one_tap: switchField,
  watchlist: z.string().refine(isWatchlist).optional(),
});

export type MemberSettingsChange = Partial<MemberSettings>;

export function memberSettingsFromFields(
  fields: z.output<typeof SettingsInput>,
): MemberSettingsChange {
  const { theme, up_down, language, notify_email, notify_push } = fields;
  const { default_lots, one_tap, watchlist, statement_email } = fields;
  return {
    ...(theme !== undefined && { theme: theme === "" ? null : theme }),
    ...(up_down !== undefined && { upDown: up_down === "" ? null : up_down }),
    ...(language !== undefined && { language: language === "" ? null : language }),
    ...(notify_email !== undefined && { hasMailNotices: notify_email === "1" }),
    ...(statement_email !== undefined && { hasStatementMail: statement_email === "1" }),
    ...(notify_push !== undefined && { hasPushNotices: notify_push === "1" }),
    ...(default_lots !== undefined && { defaultLots: givenDecimal(default_lots) }),
    ...(one_tap !== undefined && { isOneTap: one_tap === "1" }),
    ...(watchlist !== undefined && { watchlist: watchlist === "" ? null : watchlist }),
  };
}

export const setMemberSettings = call({
  method: "POST",
  path: PATH,
  effect: "write",
  audience: "trader",
  summary: "Changes the choices that are named and answers them all.",
  input: SettingsInput,
  output: SettingsSchema,
  reasons: [],
});
