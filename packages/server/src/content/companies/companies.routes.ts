// The calls about companies: is the site open, who is there, and which one a visitor chose.

import { companyToWire, siteStatusToWire } from "@truetick/contract";
import { companiesFromFields, companyIdFromFields, ROWS_PER_PAGE } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import { answerWith, type Handlers, refuse } from "../../platform/handler.ts";
import type { PlatformSettingsReader } from "../settings/platform-settings.ts";
import type { CompanyCookie } from "./company-cookie.ts";
import { findCompany, readDefaultCompany, searchCompanies } from "./company-table.ts";

export function createCompanyHandlers({
  database,
  cookie,
  settings,
}: {
  readonly database: Database;
  readonly cookie: CompanyCookie;
  readonly settings: PlatformSettingsReader;
}): Handlers<"getSiteStatus" | "listCompanies" | "selectCompany"> {
  return {
    getSiteStatus: async () => siteStatusToWire(await settings.readSite()),
    async listCompanies(fields, { cookies }) {
      const { search, page } = companiesFromFields(fields);
      const firstId = cookie.read(cookies);
      const wanted = { search, firstId, page, rowsPerPage: ROWS_PER_PAGE };
      const { companies, total } = await searchCompanies(database, wanted);
      return { data: companies.map(companyToWire), total };
    },
    async selectCompany(fields, { cookies }) {
      const asked = companyIdFromFields(fields);
      const chosen = asked ?? cookie.read(cookies);
      const found = chosen === null ? null : await findCompany(database, chosen);
      if (asked !== null && !found) return refuse("COMPANY_UNKNOWN");
      // A company that was chosen once and is gone, or was never chosen: the default one.
      const company = found ?? (await readDefaultCompany(database));
      return answerWith(companyToWire(company), { cookie: cookie.write(Number(company.id)) });
    },
  };
}
