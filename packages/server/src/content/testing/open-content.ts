// The content area behind a gateway on a real database, with a company of its own and a clock that
// only the test moves. For tests.

import { randomBytes } from "node:crypto";
import { CALLS } from "@truetick/contract/calls";
import { ask, type OpenGateway, openGateway } from "../../gateway/testing/open-gateway.ts";
import { createLog } from "../../platform/log.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type ContentParts, startContent } from "../content.ts";

export const COMPANY: ContentParts["company"] = {
  name: "Example Trading",
  logo: "/icons/icon.svg",
  website: "https://trade.example.test",
  mainCompany: "Example Trading Ltd",
  registeredAddress: "1 Example Street, Port Vila",
  officeAddress: "2 Example Street",
  email: "complaints@example.test",
};

const {
  getSiteStatus,
  listCompanies,
  selectCompany,
  getPlatformSettings,
  getSetting,
  getComplaintEmail,
  listNews,
  getNews,
  listAnnouncements,
} = CALLS;
const calls = {
  getSiteStatus,
  listCompanies,
  selectCompany,
  getPlatformSettings,
  getSetting,
  getComplaintEmail,
  listNews,
  getNews,
  listAnnouncements,
};

type Envelope = {
  readonly code: number;
  readonly msg: string;
  readonly reason?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about to check
  readonly data: any;
};

export type ContentHouse = {
  readonly test: TestDatabase;
  readonly clock: FakeClock;
  readonly logged: string[];
  readonly gateway: () => OpenGateway;
  /** Again, as after a restart with other settings. */
  readonly open: (overrides?: Partial<ContentParts>) => Promise<void>;
  readonly get: (
    path: string,
    cookie?: string,
    lang?: string,
  ) => Promise<Envelope & { cookies: string[] }>;
  /** Stops the gateway and empties what a test has set. */
  readonly clean: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openContentHouse(): Promise<ContentHouse> {
  const test = await createTestDatabase();
  const clock = createFakeClock();
  const cookieKey = randomBytes(32);
  const logged: string[] = [];
  const log = createLog("debug", { write: (line: string) => void logged.push(line) });
  let opened: OpenGateway | null = null;
  const gateway = () => {
    if (!opened) throw new Error("Invariant: the gateway is open");
    return opened;
  };
  const stop = async () => {
    await opened?.stop();
    opened = null;
  };
  return {
    test,
    clock,
    logged,
    gateway,
    async open(overrides = {}) {
      await stop();
      const { appName, handlers } = await startContent({
        database: test.database,
        clock,
        log,
        cookieKey,
        canSendSms: true,
        company: COMPANY,
        companies: [],
        pinned: {},
        allowedHosts: ["help.example.com"],
        complaintUrl: null,
        ...overrides,
      });
      opened = await openGateway({ calls, areas: [handlers], appName });
    },
    async get(path, cookie, lang = "en") {
      const headers = { lang, ...(cookie && { cookie }) };
      const heard = await ask(gateway(), path, { headers });
      return { ...JSON.parse(heard.body), cookies: heard.headers["set-cookie"] ?? [] };
    },
    async clean() {
      await stop();
      await test.database.deleteFrom("platform_setting").execute();
      await test.database.deleteFrom("company").where("is_default", "=", false).execute();
    },
    close: test.close,
  };
}
