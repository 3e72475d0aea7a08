// The call of the desk about payment rails as its app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { Rails } from "./rail.ts";

export function requestRails(): ReadRequest<Rails> {
  return { path: "/v1/api/desk/rail/list", query: {}, read: (wire) => wire as Rails };
}
