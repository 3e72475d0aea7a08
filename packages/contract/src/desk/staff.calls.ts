// The calls by which staff come in and see who works here. Logging in asks for a password and a
// second factor, always (T84). Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { accountField, passwordField, shortField } from "../member-fields.calls.ts";
import { PERMISSIONS, ROLES } from "./staff.ts";

const StaffSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  permissions: z.array(z.enum(PERMISSIONS)),
});

const SessionSchema = z.object({ token: z.string(), staff: StaffSchema });
const LoginSchema = z.union([
  SessionSchema,
  z.object({ setup: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }) }),
]);

/** NOT_FOUND: from outside of the networks that the desk is for, there is no desk. */
const LOGIN_REASONS = ["NOT_FOUND", "LOGIN_FAILED", "TOO_MANY_ATTEMPTS", "BUSY"] as const;

const LoginInput = z.object({
  email: accountField,
  password: passwordField,
  auth_code: shortField,
});

export type StaffLoginAsked = {
  readonly email: string;
  readonly password: string;
  readonly authCode: string | null;
};

export function staffLoginFromFields(fields: z.output<typeof LoginInput>): StaffLoginAsked {
  return {
    email: fields.email ?? "",
    password: fields.password ?? "",
    authCode: fields.auth_code || null,
  };
}

export const staffLogIn = call({
  method: "POST",
  path: "/v1/api/desk/login",
  effect: "write",
  audience: "visitor",
  isCostly: true,
  summary:
    "Logs staff in by e-mail, password and second factor; the first time, the factor is set up.",
  input: LoginInput,
  output: LoginSchema,
  reasons: [...LOGIN_REASONS, "SECOND_FACTOR_NEEDED", "SECOND_FACTOR_WRONG"],
});

const EnrolInput = z.object({ ticket: z.string().max(64), auth_code: z.string().max(20) });

export const staffEnrol = call({
  method: "POST",
  path: "/v1/api/desk/login/enrol",
  effect: "write",
  audience: "visitor",
  summary: "Finishes setting up the authenticator app by its first code, and logs in.",
  input: EnrolInput,
  output: SessionSchema,
  reasons: ["NOT_FOUND", "ENROLMENT_EXPIRED", "SECOND_FACTOR_WRONG", "TOO_MANY_ATTEMPTS"],
});

export const staffMailCode = call({
  method: "POST",
  path: "/v1/api/desk/login/mail_code",
  effect: "write",
  audience: "visitor",
  isCostly: true,
  summary: "Sandbox only: sends the second factor by mail, which lands in the outbox.",
  input: z.object({ email: accountField, password: passwordField }),
  output: z.object({}),
  reasons: [...LOGIN_REASONS, "STAFF_CODE_UNAVAILABLE"],
});

export const staffAccept = call({
  method: "POST",
  path: "/v1/api/desk/login/accept",
  effect: "write",
  audience: "visitor",
  isCostly: true,
  summary: "Whoever was invited by mail chooses a password; then the app is set up.",
  input: z.object({ email: accountField, code: z.string().max(64), password: passwordField }),
  output: z.object({
    setup: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }),
  }),
  reasons: [
    "NOT_FOUND",
    "CODE_WRONG",
    "TOO_MANY_ATTEMPTS",
    "BUSY",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_COMMON",
    "PASSWORD_IS_ACCOUNT",
  ],
});

export const getStaff = call({
  method: "GET",
  path: "/v1/api/desk/me",
  effect: "read",
  audience: "staff",
  permission: "any",
  summary: "Who is logged in at the desk, and what they may do.",
  input: z.object({}),
  output: StaffSchema,
  reasons: [],
});

export const staffLogOut = call({
  method: "POST",
  path: "/v1/api/desk/logout",
  effect: "write",
  audience: "staff",
  permission: "any",
  summary: "Ends the session of the staff that asks.",
  input: z.object({}),
  output: z.object({}),
  reasons: [],
});

export const listStaff = call({
  method: "GET",
  path: "/v1/api/desk/staff/list",
  effect: "read",
  audience: "staff",
  permission: "staff.read",
  summary: "Everybody who works here, with roles; whoever left stays listed.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        person_ref: z.string(),
        roles: z.array(z.enum(ROLES)),
        has_factor: z.int(),
        is_disabled: z.int(),
        last_login_at: z.int(),
        created_at: z.int(),
      }),
    ),
  }),
  reasons: [],
});
