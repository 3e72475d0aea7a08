// What people have chosen, one row each once they chose something. Read and written by the calls
// about settings; notices read the language.

import { type MemberSettings, NO_MEMBER_SETTINGS } from "@truetick/contract";
import type { Generated } from "kysely";
import type { Database } from "../../platform/database.ts";

type MemberSettingTable = {
  readonly user_id: bigint;
  readonly theme: Generated<MemberSettings["theme"]>;
  readonly up_down: Generated<MemberSettings["upDown"]>;
  readonly language: Generated<MemberSettings["language"]>;
  readonly has_mail_notices: Generated<boolean>;
  readonly has_push_notices: Generated<boolean>;
  readonly has_statement_mail: Generated<boolean>;
  /** A decimal, as PostgreSQL writes it: with all eight places. */
  readonly default_lots: Generated<string | null>;
  readonly is_one_tap: Generated<boolean>;
  readonly watchlist: Generated<string | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    member_setting: MemberSettingTable;
  }
}

export async function readMemberSettings(
  database: Database,
  userId: number,
): Promise<MemberSettings> {
  const row = await database
    .selectFrom("member_setting")
    .selectAll()
    .where("user_id", "=", BigInt(userId))
    .executeTakeFirst();
  if (!row) return NO_MEMBER_SETTINGS;
  return {
    theme: row.theme,
    upDown: row.up_down,
    language: row.language,
    hasMailNotices: row.has_mail_notices,
    hasStatementMail: row.has_statement_mail,
    hasPushNotices: row.has_push_notices,
    defaultLots: row.default_lots === null ? null : shortDecimal(row.default_lots),
    isOneTap: row.is_one_tap,
    watchlist: row.watchlist,
  };
}

/** Writes only what is named, so that two devices that change two things lose neither. */
export async function changeMemberSettings(
  database: Database,
  userId: number,
  change: Partial<MemberSettings>,
): Promise<void> {
  const { theme, upDown, language, hasMailNotices, hasPushNotices } = change;
  const { defaultLots, isOneTap, watchlist, hasStatementMail } = change;
  const named = {
    ...(theme !== undefined && { theme }),
    ...(upDown !== undefined && { up_down: upDown }),
    ...(language !== undefined && { language }),
    ...(hasMailNotices !== undefined && { has_mail_notices: hasMailNotices }),
    ...(hasStatementMail !== undefined && { has_statement_mail: hasStatementMail }),
    ...(hasPushNotices !== undefined && { has_push_notices: hasPushNotices }),
    ...(defaultLots !== undefined && { default_lots: defaultLots }),
    ...(isOneTap !== undefined && { is_one_tap: isOneTap }),
    ...(watchlist !== undefined && { watchlist }),
  };
  if (Object.keys(named).length === 0) return;
  await database
    .insertInto("member_setting")
    .values({ user_id: BigInt(userId), ...named })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(named))
    .execute();
}

/** 0.10000000 as 0.1, 2.00000000 as 2. */
function shortDecimal(text: string): string {
  return text.replace(/\.?0+$/, "");
}
