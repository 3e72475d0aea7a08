// The call that lists a person's logins, done and refused. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { pageField, pageOf } from "./fields.calls.ts";
import { LOGIN_METHODS } from "./login-record.ts";

const LoginListInput = z.object({ page: pageField });

export function loginListFromFields(fields: z.output<typeof LoginListInput>) {
  return { page: pageOf(fields.page) };
}

export const listLogins = call({
  method: "GET",
  path: "/v1/api/main/login/list",
  effect: "read",
  audience: "trader",
  summary: "The logins into the caller's account of the last 180 days, refused ones too.",
  input: LoginListInput,
  output: z.object({
    data: z.array(
      z.object({
        Id: z.string(),
        At: z.int(),
        AtTran: z.string(),
        Device: z.string(),
        Address: z.string(),
        Method: z.enum(LOGIN_METHODS),
        Outcome: z.enum(["ok", "refused"]),
      }),
    ),
    total: z.int(),
  }),
  reasons: [],
});
