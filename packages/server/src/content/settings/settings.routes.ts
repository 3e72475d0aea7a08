// The calls about the platform's settings and the address for complaints.

import { platformSettingsToWire } from "@truetick/contract";
import { isMobileSetting, mobileSettingToWire } from "@truetick/contract/calls";
import { type Handlers, refuse } from "../../platform/handler.ts";
import type { ComplaintEmail } from "../complaint/complaint-email.ts";
import type { PlatformSettingsReader } from "./platform-settings.ts";

export function createSettingHandlers({
  settings,
  complaintEmail,
}: {
  readonly settings: PlatformSettingsReader;
  readonly complaintEmail: ComplaintEmail;
}): Handlers<"getPlatformSettings" | "getSetting" | "getComplaintEmail"> {
  return {
    getPlatformSettings: async () => platformSettingsToWire(await settings.read()),
    async getSetting(fields) {
      if (!isMobileSetting(fields)) return refuse("SETTING_UNKNOWN");
      return mobileSettingToWire((await settings.read()).isMobileShown);
    },
    async getComplaintEmail() {
      const email = await complaintEmail.read();
      return email === null ? refuse("COMPLAINT_EMAIL_MISSING") : { email };
    },
  };
}
