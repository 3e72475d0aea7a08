// The calls of the desk about people. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, idField } from "../fields.calls.ts";
import { cursorField, pageSchema, writtenField } from "./page.calls.ts";
import {
  FREEZE_HOURS_MAX,
  FREEZE_REASON_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  USER_SEARCH_LENGTH_MAX,
} from "./user.ts";

const DeskUserSchema = z.object({
  id: z.string(),
  uid: z.string(),
  email: z.string(),
  mobile: z.string(),
  is_demo: z.int(),
  is_certified: z.int(),
  area: z.string(),
  cash: decimal,
  frozen_until: z.int(),
  created_at: z.int(),
});

const UserListInput = z.object({
  q: z.string().max(USER_SEARCH_LENGTH_MAX).optional(),
  is_demo: z.enum(["0", "1"]).optional(),
  cursor: cursorField,
});

export function deskUserListFromFields(fields: z.output<typeof UserListInput>) {
  const { q = "", is_demo, cursor = "" } = fields;
  return { search: q.trim(), isDemo: is_demo === "1", cursor };
}

export const listDeskUsers = call({
  method: "GET",
  path: "/v1/api/desk/user/list",
  effect: "read",
  audience: "staff",
  permission: "users.read",
  summary: "People by how their uid, e-mail address or number begins, or by id; newest first.",
  input: UserListInput,
  output: pageSchema(DeskUserSchema),
  reasons: [],
});

const UserInput = z.object({ id: idField });

export function deskUserIdFromFields(fields: { readonly id: string }): number {
  return Number(fields.id);
}

export const showDeskUser = call({
  method: "GET",
  path: "/v1/api/desk/user/show",
  effect: "read",
  audience: "staff",
  permission: "users.read",
  summary: "One person with accounts, sessions, freezes, notes and newest money.",
  input: UserInput,
  output: z.object({
    user: DeskUserSchema,
    has_two_factor: z.int(),
    has_passkey: z.int(),
    language: z.string(),
    invited_by: z.string(),
    accounts: z.array(
      z.object({
        id: z.string(),
        is_main: z.int(),
        cash: decimal,
        equity: decimal,
        used: decimal,
        reserved: decimal,
        held: decimal,
        available: decimal,
        profit: decimal,
      }),
    ),
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        address: z.string(),
        created_at: z.int(),
        last_used_at: z.int(),
      }),
    ),
    freezes: z.array(
      z.object({
        until: z.int(),
        reason: z.string(),
        staff_id: z.string(),
        staff_name: z.string(),
        at: z.int(),
      }),
    ),
    notes: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        staff_id: z.string(),
        staff_name: z.string(),
        at: z.int(),
      }),
    ),
    money: z.array(
      z.object({
        kind: z.enum(["deposit", "withdrawal", "adjustment"]),
        id: z.string(),
        amount: z.union([decimal, z.literal("")]),
        status: z.string(),
        at: z.int(),
      }),
    ),
  }),
  reasons: ["USER_UNKNOWN"],
});

const UserLedgerInput = z.object({
  id: idField,
  account_id: idField.optional(),
  cursor: cursorField,
});

export function deskUserLedgerFromFields(fields: z.output<typeof UserLedgerInput>) {
  const { id, account_id, cursor = "" } = fields;
  return {
    userId: Number(id),
    accountId: account_id === undefined ? null : Number(account_id),
    cursor,
  };
}

export const listDeskUserLedger = call({
  method: "GET",
  path: "/v1/api/desk/user/ledger",
  effect: "read",
  audience: "staff",
  permission: "users.read",
  summary: "The ledger of one of a person's accounts, newest first.",
  input: UserLedgerInput,
  output: pageSchema(
    z.object({
      id: z.string(),
      amount: decimal,
      balance: decimal,
      cause: z.string(),
      cause_id: z.string(),
      at: z.number(),
    }),
  ),
  reasons: ["USER_UNKNOWN"],
});

const FreezeInput = z.object({
  id: idField,
  hours: z
    .string()
    .regex(/^[1-9]\d?$/)
    .refine((hours) => Number(hours) <= FREEZE_HOURS_MAX),
  reason: writtenField(FREEZE_REASON_LENGTH_MAX),
});

export function freezeFromFields(fields: z.output<typeof FreezeInput>) {
  return { userId: Number(fields.id), hours: Number(fields.hours), reason: fields.reason };
}

export const freezeUser = call({
  method: "POST",
  path: "/v1/api/desk/user/freeze",
  effect: "write",
  audience: "staff",
  permission: "users.freeze",
  summary: "Stops a person's payouts for at most 72 hours, with a reason the person reads.",
  input: FreezeInput,
  tells: ({ reason }) => [reason],
  output: z.object({ until: z.int() }),
  reasons: ["USER_UNKNOWN", "FREEZE_NEEDS_ANOTHER"],
});

const UnfreezeInput = z.object({ id: idField, reason: writtenField(FREEZE_REASON_LENGTH_MAX) });

/** Also of logging somebody out: a person and a reason. */
export function unfreezeFromFields(fields: z.output<typeof UnfreezeInput>) {
  return { userId: Number(fields.id), reason: fields.reason };
}

export const unfreezeUser = call({
  method: "POST",
  path: "/v1/api/desk/user/unfreeze",
  effect: "write",
  audience: "staff",
  permission: "users.freeze",
  summary: "Lifts a freeze before its end; the person reads the reason.",
  input: UnfreezeInput,
  tells: ({ reason }) => [reason],
  output: z.object({}),
  reasons: ["USER_UNKNOWN", "OWN_PROPOSAL", "NOT_FROZEN"],
});

export const endUserSessions = call({
  method: "POST",
  path: "/v1/api/desk/user/end_sessions",
  effect: "write",
  audience: "staff",
  permission: "users.freeze",
  summary: "Logs a person out everywhere, sockets included; the reason is for the audit log.",
  input: UnfreezeInput,
  output: z.object({ ended: z.int() }),
  reasons: ["USER_UNKNOWN"],
});

const NoteInput = z.object({ id: idField, text: writtenField(NOTE_LENGTH_MAX) });

export function noteFromFields(fields: z.output<typeof NoteInput>) {
  return { userId: Number(fields.id), text: fields.text };
}

export const noteUser = call({
  method: "POST",
  path: "/v1/api/desk/user/note",
  effect: "write",
  audience: "staff",
  permission: "users.note",
  summary: "Writes a note about a person, for staff.",
  input: NoteInput,
  output: z.object({}),
  reasons: ["USER_UNKNOWN"],
});
