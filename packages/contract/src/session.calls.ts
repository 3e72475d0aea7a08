// The calls about who is logged in. The demo login's id is a secret of the device: it goes in,
// and never comes out (T20). Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";

const UserSchema = z.object({
  id: z.string(),
  uid: z.string(),
  email: z.string(),
  is_demo: z.int(),
  invite_code: z.string(),
});

const DemoInput = z.object({
  /** 32 or more hexadecimal digits, or 22 or more characters of base64url: 128 bits or more. */
  demo_id: z.string().regex(/^[A-Za-z0-9_-]{22,128}$/),
});

export function demoSecretFromFields(fields: z.output<typeof DemoInput>): string {
  return fields.demo_id;
}

export const logInDemo = call({
  method: "GET",
  path: "/api/user/createAccountDemoForU",
  effect: "write",
  audience: "visitor",
  summary: "Logs into the demo account of a device, and opens one for a device seen first.",
  input: DemoInput,
  output: z.object({ token: z.string(), user: UserSchema, identifier_hash: z.string() }),
  reasons: ["DEMO_SECRET_WEAK", "OVERLOADED"],
});

export const getUser = call({
  method: "GET",
  path: "/api/user/info",
  effect: "read",
  audience: "trader",
  summary: "Who the caller is.",
  input: z.object({}),
  output: UserSchema,
  reasons: [],
});

export const logOut = call({
  method: "POST",
  path: "/v1/api/main/user/logout",
  effect: "write",
  audience: "trader",
  summary: "Ends the session that it comes with, and every live socket of that session.",
  input: z.object({}),
  output: z.object({}),
  reasons: [],
});
