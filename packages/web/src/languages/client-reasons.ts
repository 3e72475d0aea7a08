// The refusals that the app itself can say before it asks the server, in the server's own words.
// The build keeps the texts of these in the app's catalogues and leaves out the others, which
// arrive with the answer (catalogue-plugin.ts).

import type { Reason } from "@truetick/contract";

export const CLIENT_REASONS = [
  "ACCOUNT_REQUIRED",
  "PASSWORD_REQUIRED",
  "EMAIL_INVALID",
  "MOBILE_INVALID",
  "AREA_UNKNOWN",
  "CODE_REQUIRED",
  "CAPTCHA_NEEDED",
  "PASSWORDS_DIFFER",
  "PASSWORD_TOO_SHORT",
  "PASSWORD_TOO_LONG",
  "COMPLETE_FORM",
  "ONLY_REAL",
] as const satisfies readonly Reason[];

export type ClientReason = (typeof CLIENT_REASONS)[number];
