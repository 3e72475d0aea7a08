// The call of the desk about settings: what holds, where it comes from, and the companies.

import type { DeskCompany } from "@truetick/contract/desk";
import type { PlatformSettingsReader } from "../../content/settings/platform-settings.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";

const COMPANIES_MAX = 200;

export function createDeskSettingHandlers(parts: {
  readonly database: Database;
  readonly settings: PlatformSettingsReader;
}): Handlers<"listDeskSettings"> {
  const { database, settings } = parts;
  return {
    async listDeskSettings() {
      const [list, companies] = await Promise.all([settings.list(), readCompanies(database)]);
      return {
        data: list.map((setting) => ({ ...setting, choices: [...setting.choices] })),
        companies,
        allowed_hosts: [...settings.allowedHosts],
      };
    },
  };
}

/** The default one first. */
async function readCompanies(database: Database): Promise<DeskCompany[]> {
  const rows = await database
    .selectFrom("company")
    .select(["id", "name", "is_default", "website", "main_company"])
    .select(["registered_address", "office_address", "email"])
    .orderBy("is_default", "desc")
    .orderBy("id")
    .limit(COMPANIES_MAX)
    .execute();
  return rows.map(({ id, is_default, ...row }) => {
    return { id: String(id), is_default: is_default ? 1 : 0, ...row };
  });
}
