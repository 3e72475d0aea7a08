// The calls about the settings of the platform and the address for complaints. Server side only
// (zod).

import { z } from "zod";
import { call } from "./call.ts";

export const getPlatformSettings = call({
  method: "GET",
  path: "/api/basicSet/getBasicInfo",
  effect: "read",
  audience: "visitor",
  summary: "The settings that the app follows: support, registration, fees, countries.",
  input: z.object({}),
  output: z.object({
    service_link: z.string(),
    service_link_type: z.int(),
    verify_reg_type: z.int(),
    trade_fee_type: z.int(),
    restricted_areas: z.array(z.string().regex(/^[A-Z]{2}$/)),
    is_show_mobile: z.int(),
  }),
  reasons: [],
});

const SettingInput = z.object({ key: z.string().max(64) });

/** The one setting that can be asked for by itself. */
const MOBILE_SETTING = "is_show_mobile";

export function isMobileSetting(fields: z.output<typeof SettingInput>): boolean {
  return fields.key === MOBILE_SETTING;
}

export function mobileSettingToWire(isMobileShown: boolean): { is_show_mobile: number } {
  return { [MOBILE_SETTING]: isMobileShown ? 1 : 0 };
}

export const getSetting = call({
  method: "GET",
  path: "/api/default/setting",
  effect: "read",
  audience: "visitor",
  summary: "One setting by its key; `is_show_mobile` is the one there is.",
  input: SettingInput,
  output: z.object({ is_show_mobile: z.int() }),
  reasons: ["SETTING_UNKNOWN"],
});

export const getComplaintEmail = call({
  method: "GET",
  path: "/api/default/complaint_email",
  effect: "read",
  audience: "visitor",
  summary: "Where complaints are sent.",
  input: z.object({}),
  output: z.object({ email: z.string() }),
  reasons: ["COMPLAINT_EMAIL_MISSING"],
});
