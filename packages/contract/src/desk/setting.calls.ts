// The call of the desk about the platform's settings. Changing one goes by proposal. Server side
// only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { SETTING_NAMES } from "./setting.ts";

export const listDeskSettings = call({
  method: "GET",
  path: "/v1/api/desk/setting/list",
  effect: "read",
  audience: "staff",
  permission: "settings.read",
  summary: "Every setting with its value and where it comes from, the companies, allowed hosts.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        name: z.enum(SETTING_NAMES),
        value: z.string(),
        default_value: z.string(),
        source: z.enum(["default", "changed", "pinned"]),
        kind: z.enum(["link", "choice", "areas", "boolean", "number", "hours"]),
        choices: z.array(z.string()),
        changed_at: z.int(),
      }),
    ),
    companies: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        is_default: z.int(),
        website: z.string(),
        main_company: z.string(),
        registered_address: z.string(),
        office_address: z.string(),
        email: z.string(),
      }),
    ),
    allowed_hosts: z.array(z.string()),
  }),
  reasons: [],
});
