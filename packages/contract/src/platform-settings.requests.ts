// The calls about the platform's settings as an app makes them: path, query in the wire's spelling,
// and how the answer is read. Browser-safe: no schema library. `company.requests.test.ts` holds
// them to the declared calls.

import type { ReadRequest } from "./market.requests.ts";
import {
  type PlatformSettings,
  type PlatformSettingsWire,
  platformSettingsFromWire,
} from "./platform-settings.ts";

export function requestPlatformSettings(): ReadRequest<PlatformSettings> {
  return {
    path: "/api/basicSet/getBasicInfo",
    query: {},
    read: (wire) => platformSettingsFromWire(wire as PlatformSettingsWire),
  };
}

/** Where complaints are sent. */
export function requestComplaintEmail(): ReadRequest<string> {
  return {
    path: "/api/default/complaint_email",
    query: {},
    read: (wire) => (wire as { email: string }).email,
  };
}
