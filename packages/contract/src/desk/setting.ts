// The platform's settings as staff see and propose them (kind "setting"): the value that holds,
// where it comes from, and what it may be. Which hosts links may lead to is the configuration's
// alone (T26, T27). Browser-safe.

export const SETTING_NAMES = [
  "supportLink",
  "supportMode",
  "verifyMode",
  "restrictedAreas",
  "isMobileShown",
  "status",
  "isPortal",
  "leaveTo",
  "supportHours",
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const SETTING_VALUE_LENGTH_MAX = 300;

/** What a proposal of the kind "setting" carries. */
export type SettingPayload = {
  readonly name: SettingName;
  /** As text; null goes back to the default. */
  readonly value: string | null;
};

export type DeskSetting = {
  readonly name: SettingName;
  /** The one that holds, as text. */
  readonly value: string;
  readonly default_value: string;
  /** Pinned by the configuration: nothing that is proposed takes hold. */
  readonly source: "default" | "changed" | "pinned";
  readonly kind: "link" | "choice" | "areas" | "boolean" | "number" | "hours";
  /** Of a choice; empty for others. */
  readonly choices: readonly string[];
  /** 0 where it never was. */
  readonly changed_at: number;
};

export type DeskCompany = {
  readonly id: string;
  readonly name: string;
  readonly is_default: number;
  readonly website: string;
  readonly main_company: string;
  readonly registered_address: string;
  readonly office_address: string;
  readonly email: string;
};

export type DeskSettings = {
  readonly settings: readonly DeskSetting[];
  readonly companies: readonly DeskCompany[];
  /** Where links may lead to; from the configuration. */
  readonly allowedHosts: readonly string[];
};
