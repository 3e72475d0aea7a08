// The call about past logins as an app makes it. Browser-safe: no schema library.

import { type LoginRecordPage, type LoginRecordWire, loginRecordFromWire } from "./login-record.ts";
import type { ReadRequest } from "./market.requests.ts";

export function requestLogins(page: number): ReadRequest<LoginRecordPage> {
  return {
    path: "/v1/api/main/login/list",
    query: { page: String(page) },
    read: (wire) => {
      const { data, total } = wire as { data: LoginRecordWire[]; total: number };
      return { records: data.map(loginRecordFromWire), total };
    },
  };
}
