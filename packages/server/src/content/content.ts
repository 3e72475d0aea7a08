// The area of what the platform says about itself: companies, settings, the address for complaints,
// news, announcements. Composed by main.ts, which hands its handlers to the gateway and its
// settings to the members.

import type { Company } from "@truetick/contract";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import { FEE_TYPE } from "../trading/exchange/market-terms.ts";
import { createAnnouncementHandlers } from "./announcements/announcements.routes.ts";
import { createCompanyHandlers } from "./companies/companies.routes.ts";
import { createCompanyCookie } from "./companies/company-cookie.ts";
import {
  keepCompanies,
  keepDefaultCompany,
  readDefaultCompany,
} from "./companies/company-table.ts";
import { createComplaintEmail } from "./complaint/complaint-email.ts";
import { createNewsHandlers } from "./news/news.routes.ts";
import {
  createPlatformSettings,
  type PlatformSettingsReader,
  type Settable,
} from "./settings/platform-settings.ts";
import { createSettingHandlers } from "./settings/settings.routes.ts";

export type ContentParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly cookieKey: Buffer;
  readonly canSendSms: boolean;
  readonly company: Omit<Company, "id">;
  readonly companies: readonly Omit<Company, "id">[];
  readonly pinned: Partial<Settable>;
  readonly allowedHosts: readonly string[];
  /** Where the complaint address is asked for; null: it is the company's own. */
  readonly complaintUrl: string | null;
};

export type Content = {
  readonly handlers: Handlers<
    | "getSiteStatus"
    | "listCompanies"
    | "selectCompany"
    | "getPlatformSettings"
    | "getSetting"
    | "getComplaintEmail"
    | "listNews"
    | "getNews"
    | "listAnnouncements"
  >;
  readonly platformSettings: PlatformSettingsReader;
  /** The name that the app is installed under. */
  readonly appName: () => Promise<string>;
};

export async function startContent(parts: ContentParts): Promise<Content> {
  const { database, clock, log, cookieKey, company, complaintUrl: url } = parts;
  await keepDefaultCompany(database, company);
  await keepCompanies(database, parts.companies);
  const settings = createPlatformSettings({ ...parts, feeBase: FEE_TYPE });
  const cookie = createCompanyCookie(cookieKey);
  const own = async () => (await readDefaultCompany(database)).email || null;
  const complaintEmail = createComplaintEmail({ url, own, clock, log });
  return {
    handlers: {
      ...createCompanyHandlers({ database, cookie, settings }),
      ...createSettingHandlers({ settings, complaintEmail }),
      ...createNewsHandlers({ database, clock }),
      ...createAnnouncementHandlers({
        database,
        clock,
        restrictedAreas: async () => (await settings.read()).restrictedAreas,
      }),
    },
    platformSettings: settings,
    appName: async () => (await readDefaultCompany(database)).name,
  };
}
