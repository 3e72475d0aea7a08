// Every setting of the platform as text: how it is read, how it is written, its default, and what
// the desk says about it. Used by platform-settings.ts and by proposals to change one. Invariant: a
// link is read only when the configuration allows its host (T26, T27).

import {
  type PlatformSettings,
  type SiteStatus,
  SUPPORT_MODES,
  VERIFY_MODES,
} from "@truetick/contract";
import type { DeskSetting, SettingName } from "@truetick/contract/desk";
import { isAllowedLink } from "../../platform/allowed-link.ts";
import { readOfficeHours } from "../support/office-hours.ts";

/** Everything that can be set; what fees are a rate of is the markets' matter. */
export type Settable = Omit<PlatformSettings, "feeBase"> &
  SiteStatus & {
    /** When somebody answers in the chat; empty: around the clock. */
    readonly supportHours: string;
  };

export const SETTING_DEFAULTS: Settable = {
  supportLink: "",
  supportMode: "chat",
  verifyMode: "code",
  // North Korea, Israel, China, Vanuatu, Cuba: the announcement of the specification.
  restrictedAreas: ["CN", "CU", "IL", "KP", "VU"],
  isMobileShown: true,
  status: 0,
  isPortal: false,
  leaveTo: null,
  supportHours: "",
};

type Reading<T> = (text: string, allowedHosts: readonly string[]) => T | undefined;

type Setting<T> = {
  readonly kind: DeskSetting["kind"];
  readonly choices?: readonly string[];
  /** Undefined when it makes no sense. */
  readonly read: Reading<T>;
  readonly write: (value: T) => string;
};

const SETTINGS: { readonly [Name in SettingName]: Setting<Settable[Name]> } = {
  supportLink: { kind: "link", read: readLink, write: String },
  supportMode: {
    kind: "choice",
    choices: SUPPORT_MODES,
    read: (text) => SUPPORT_MODES.find((mode) => mode === text),
    write: String,
  },
  verifyMode: {
    kind: "choice",
    choices: VERIFY_MODES,
    read: (text) => VERIFY_MODES.find((mode) => mode === text),
    write: String,
  },
  restrictedAreas: {
    kind: "areas",
    read: (text) => (/^(?:[A-Z]{2}(?:,[A-Z]{2})*)?$/.test(text) ? list(text) : undefined),
    write: (areas) => areas.join(","),
  },
  isMobileShown: { kind: "boolean", read: readBoolean, write: writeBoolean },
  status: {
    kind: "number",
    read: (text) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined),
    write: String,
  },
  isPortal: { kind: "boolean", read: readBoolean, write: writeBoolean },
  leaveTo: { kind: "link", read: readLink, write: (link) => link ?? "" },
  supportHours: {
    kind: "hours",
    read: (text) => (readOfficeHours(text) ? text : undefined),
    write: String,
  },
};

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** Undefined when there is no such setting, or it cannot be that. */
export function readSetting(
  name: string,
  text: string,
  allowedHosts: readonly string[],
): Settable[SettingName] | undefined {
  return isSettingName(name) ? SETTINGS[name].read(text, allowedHosts) : undefined;
}

/** As the desk shows it. */
export function describeSetting<Name extends SettingName>(
  name: Name,
  value: Settable[Name],
): Omit<DeskSetting, "source" | "changed_at"> {
  // Indexing by a name loses that value and writing belong together; the table above keeps them.
  const { kind, choices = [], write } = SETTINGS[name] as Setting<Settable[Name]>;
  return {
    name,
    value: write(value),
    default_value: write(SETTING_DEFAULTS[name]),
    kind,
    choices: [...choices],
  };
}

function readLink(text: string, allowedHosts: readonly string[]): string | undefined {
  return isAllowedLink(text, allowedHosts) ? text : undefined;
}

function readBoolean(text: string): boolean | undefined {
  return text === "1" ? true : text === "0" ? false : undefined;
}

function writeBoolean(isOn: boolean): string {
  return isOn ? "1" : "0";
}

function list(text: string): readonly string[] {
  return text === "" ? [] : text.split(",");
}
