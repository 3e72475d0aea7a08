// The settings of the platform that every visitor's app follows, on the wire and in our own words.
// The only file that knows the spec's spelling of them. Browser-safe: no schema library here;
// `platform-settings.calls.ts` declares the calls.

/** 1: a code sent to the account; 2: a picture; 3: a code, and a phone number beside an e-mail. */
export type VerifyMode = "code" | "captcha" | "codeAndPhone";
/** 1: our own page; 2: a dialog with the link to copy; 3: the link is followed. */
export type SupportMode = "chat" | "copyLink" | "followLink";
/** What the fee of an opening is a rate of; 0, 1 and 2 on the wire. */
export type FeeBase = "margin" | "lots" | "notional";

export type PlatformSettings = {
  /** Where support is reached when it is not our own page; empty, or https on an allowed host. */
  readonly supportLink: string;
  readonly supportMode: SupportMode;
  readonly verifyMode: VerifyMode;
  readonly feeBase: FeeBase;
  /** ISO 3166 codes of the countries the service is not provided to. */
  readonly restrictedAreas: readonly string[];
  /** Whether mobile numbers can be used to register and to log in. */
  readonly isMobileShown: boolean;
};

export type PlatformSettingsWire = {
  service_link: string;
  service_link_type: number;
  verify_reg_type: number;
  trade_fee_type: number;
  restricted_areas: string[];
  is_show_mobile: number;
};

export const VERIFY_MODES: readonly VerifyMode[] = ["code", "captcha", "codeAndPhone"];
const FEE_BASES: readonly FeeBase[] = ["margin", "lots", "notional"];
export const SUPPORT_MODES: readonly SupportMode[] = ["chat", "copyLink", "followLink"];

export function platformSettingsToWire(settings: PlatformSettings): PlatformSettingsWire {
  return {
    service_link: settings.supportLink,
    service_link_type: SUPPORT_MODES.indexOf(settings.supportMode) + 1,
    verify_reg_type: VERIFY_MODES.indexOf(settings.verifyMode) + 1,
    trade_fee_type: FEE_BASES.indexOf(settings.feeBase),
    restricted_areas: [...settings.restrictedAreas],
    is_show_mobile: settings.isMobileShown ? 1 : 0,
  };
}

export function platformSettingsFromWire(wire: PlatformSettingsWire): PlatformSettings {
  return {
    supportLink: wire.service_link,
    // As the specification has it: whatever is neither 2 nor 3 opens the chat page.
    supportMode: SUPPORT_MODES[wire.service_link_type - 1] ?? "chat",
    verifyMode: VERIFY_MODES[wire.verify_reg_type - 1] ?? "code",
    feeBase: FEE_BASES[wire.trade_fee_type] ?? "notional",
    restrictedAreas: wire.restricted_areas,
    isMobileShown: wire.is_show_mobile === 1,
  };
}
