// The settings of the platform: the defaults, what the operator changed in the table, and before
// both what the configuration pins. Read by the settings calls, and by registration via main.ts.
// Invariant: whatever the table says, nobody is sent to a host that the configuration does not
// allow (T26, T27); a value that makes no sense is the default, and the log says so once.

import type { PlatformSettings, SiteStatus } from "@truetick/contract";
import { type DeskSetting, SETTING_NAMES } from "@truetick/contract/desk";
import type { Generated } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { describeSetting, readSetting, SETTING_DEFAULTS, type Settable } from "./setting-texts.ts";

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

export type { Settable };

export type PlatformSettingsReader = {
  readonly read: () => Promise<PlatformSettings>;
  /** Whether the site is open; where to leave to only when it is not. */
  readonly readSite: () => Promise<SiteStatus>;
  /** When somebody answers in the chat, as `readOfficeHours` reads it. */
  readonly readSupportHours: () => Promise<string>;
  /** Each with where it comes from, for the desk. */
  readonly list: () => Promise<DeskSetting[]>;
  /** Where links may lead to. */
  readonly allowedHosts: readonly string[];
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
    ...SETTING_DEFAULTS,
    ...(await readTable({ ...parts, told })).read,
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
    readSupportHours: async () => (await readAll()).supportHours,
    async list() {
      const { read, changedAt } = await readTable({ ...parts, told });
      const all = { ...SETTING_DEFAULTS, ...read, ...pinned };
      return SETTING_NAMES.map((name) => ({
        ...describeSetting(name, all[name]),
        source: name in pinned ? "pinned" : name in read ? "changed" : "default",
        changed_at: Math.floor((changedAt.get(name) ?? 0) / 1_000),
      }));
    },
    allowedHosts: parts.allowedHosts,
  };
}

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
}): Promise<{
  readonly read: Partial<Settable>;
  readonly changedAt: ReadonlyMap<string, number>;
}> {
  const rows = await database.selectFrom("platform_setting").selectAll().execute();
  const read: [string, unknown][] = [];
  const changedAt = new Map<string, number>();
  for (const { name, value, changed_at } of rows) {
    const setting = readSetting(name, value, allowedHosts);
    if (setting !== undefined) {
      told.delete(name);
      read.push([name, setting]);
      changedAt.set(name, changed_at.getTime());
    } else if (!told.has(name)) {
      told.add(name);
      log.error({ setting: name }, "a setting in the table is refused");
    }
  }
  return { read: Object.fromEntries(read), changedAt };
}
