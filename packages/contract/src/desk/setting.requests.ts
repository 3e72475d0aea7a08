// The call of the desk about settings as its app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { DeskCompany, DeskSetting, DeskSettings } from "./setting.ts";

export function requestDeskSettings(): ReadRequest<DeskSettings> {
  return {
    path: "/v1/api/desk/setting/list",
    query: {},
    read: (wire) => {
      const { data, companies, allowed_hosts } = wire as {
        data: DeskSetting[];
        companies: DeskCompany[];
        allowed_hosts: string[];
      };
      return { settings: data, companies, allowedHosts: allowed_hosts };
    },
  };
}
