// The calls of the staff about themselves as the desk makes them: logging in, setting up the app,
// who is who. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type StaffEntry,
  type StaffEntryWire,
  type StaffLogin,
  type StaffLoginWire,
  type StaffMember,
  staffEntryFromWire,
  staffLoginFromWire,
} from "./staff.ts";

const readLogin = (wire: unknown): StaffLogin => staffLoginFromWire(wire as StaffLoginWire);

export function requestStaffLogin(given: {
  readonly email: string;
  readonly password: string;
  readonly authCode?: string;
}): WriteRequest<StaffLogin> {
  const { email, password, authCode } = given;
  const fields = { email, password, ...(authCode ? { auth_code: authCode } : {}) };
  return { path: "/v1/api/desk/login", fields, read: readLogin };
}

/** The first code of the app that was just set up. */
export function requestStaffEnrolment(given: {
  readonly ticket: string;
  readonly authCode: string;
}): WriteRequest<StaffLogin> {
  const fields = { ticket: given.ticket, auth_code: given.authCode };
  return { path: "/v1/api/desk/login/enrol", fields, read: readLogin };
}

/** Sandbox: the second factor by mail, which lands in the outbox. */
export function requestStaffMailCode(given: {
  readonly email: string;
  readonly password: string;
}): WriteRequest<null> {
  return { path: "/v1/api/desk/login/mail_code", fields: { ...given }, read: () => null };
}

/** Whoever was invited chooses a password; then the app is set up. */
export function requestAcceptInvitation(given: {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}): WriteRequest<StaffLogin> {
  return { path: "/v1/api/desk/login/accept", fields: { ...given }, read: readLogin };
}

export function requestStaffMe(): ReadRequest<StaffMember> {
  return { path: "/v1/api/desk/me", query: {}, read: (wire) => wire as StaffMember };
}

export function requestStaffLogOut(): WriteRequest<null> {
  return { path: "/v1/api/desk/logout", fields: {}, read: () => null };
}

export function requestStaffList(): ReadRequest<readonly StaffEntry[]> {
  return {
    path: "/v1/api/desk/staff/list",
    query: {},
    read: (wire) => (wire as { data: StaffEntryWire[] }).data.map(staffEntryFromWire),
  };
}
