// The settings of the platform: the defaults, what the operator changed in the table, and before
// both what the configuration pins. Read by the settings calls, and by registration via main.ts.
// Invariant: whatever the table says, nobody is sent to a host that the configuration does not
// allow (T26, T27); a value that makes no sense is the default, and the log says so once.

import {
  type PlatformSettings,
  type SiteStatus,
  SUPPORT_MODES,
  VERIFY_MODES,
} from "@truetick/contract";
import type { Generated } from "kysely";
import { isAllowedLink } from "../../platform/allowed-link.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";

type SettingTable = {
  readonly name: string;
  readonly value: string;
  readonly changed_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    platform_setting: SettingTable;
  }
}

/** Everything that can be set; what fees are a rate of is the markets' matter. */
export type Settable = Omit<PlatformSettings, "feeBase"> & SiteStatus;

const DEFAULTS: Settable = {
  supportLink: "",
  supportMode: "chat",
  verifyMode: "code",
  // North Korea, Israel, China, Vanuatu, Cuba: the announcement of the specification.
  restrictedAreas: ["CN", "CU", "IL", "KP", "VU"],
  isMobileShown: true,
  status: 0,
  isPortal: false,
  leaveTo: null,
};

export type PlatformSettingsReader = {
  readonly read: () => Promise<PlatformSettings>;
  /** Whether the site is open; where to leave to only when it is not. */
  readonly readSite: () => Promise<SiteStatus>;
};

export function createPlatformSettings(parts: {
  readonly database: Database;
  readonly log: Log;
  readonly pinned: Partial<Settable>;
  readonly allowedHosts: readonly string[];
  readonly feeBase: PlatformSettings["feeBase"];
  /** Without SMS, no mobile number can be verified. */
  readonly canSendSms: boolean;
}): PlatformSettingsReader {
  const { pinned, feeBase, canSendSms } = parts;
  const told = new Set<string>();
  const readAll = async (): Promise<Settable> => ({
    ...DEFAULTS,
    ...(await readTable({ ...parts, told })),
    ...pinned,
  });
  return {
    async read() {
      const all = await readAll();
      const { verifyMode, restrictedAreas } = all;
      const isMobileShown = all.isMobileShown && canSendSms;
      // A link that is not there can be neither copied nor followed.
      const supportMode = all.supportLink === "" ? "chat" : all.supportMode;
      const supportLink = supportMode === "chat" ? "" : all.supportLink;
      return { supportLink, supportMode, verifyMode, feeBase, restrictedAreas, isMobileShown };
    },
    async readSite() {
      const { status, isPortal, leaveTo } = await readAll();
      return { status, isPortal, leaveTo: status === 0 ? null : leaveTo };
    },
  };
}

type Reading<T> = (text: string, allowedHosts: readonly string[]) => T | undefined;

/** How each setting is read from its text; undefined when it makes no sense. */
const READINGS: { readonly [Name in keyof Settable]: Reading<Settable[Name]> } = {
  supportLink: readLink,
  supportMode: (text) => SUPPORT_MODES.find((mode) => mode === text),
  verifyMode: (text) => VERIFY_MODES.find((mode) => mode === text),
  restrictedAreas: (text) => (/^(?:[A-Z]{2}(?:,[A-Z]{2})*)?$/.test(text) ? list(text) : undefined),
  isMobileShown: readBoolean,
  status: (text) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined),
  isPortal: readBoolean,
  leaveTo: readLink,
};

async function readTable({
  database,
  log,
  allowedHosts,
  told,
}: {
  readonly database: Database;
  readonly log: Log;
  readonly allowedHosts: readonly string[];
  /** The names of refused ones that the log has: visitors ask for settings all the time. */
  readonly told: Set<string>;
}): Promise<Partial<Settable>> {
  const rows = await database.selectFrom("platform_setting").select(["name", "value"]).execute();
  const read: [string, unknown][] = [];
  for (const { name, value } of rows) {
    const reading = Object.hasOwn(READINGS, name) ? READINGS[name as keyof Settable] : null;
    const setting = reading?.(value, allowedHosts);
    if (setting !== undefined) {
      told.delete(name);
      read.push([name, setting]);
    } else if (!told.has(name)) {
      told.add(name);
      log.error({ setting: name }, "a setting in the table is refused");
    }
  }
  return Object.fromEntries(read);
}

function readLink(text: string, allowedHosts: readonly string[]): string | undefined {
  return isAllowedLink(text, allowedHosts) ? text : undefined;
}

function readBoolean(text: string): boolean | undefined {
  return text === "1" ? true : text === "0" ? false : undefined;
}

function list(text: string): readonly string[] {
  return text === "" ? [] : text.split(",");
}
