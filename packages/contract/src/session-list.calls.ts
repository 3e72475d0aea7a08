// The calls about the sessions that a person has open. A session can only be seen and ended by
// whom it belongs to: another's id is an unknown one (T18, T74). Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { idField } from "./fields.calls.ts";

export const listSessions = call({
  method: "GET",
  path: "/v1/api/main/session/list",
  effect: "read",
  audience: "trader",
  summary: "The caller's open sessions with device, masked address and last use, newest first.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        Id: z.string(),
        Device: z.string(),
        Address: z.string(),
        CreatedAt: z.int(),
        LastUsedAt: z.int(),
        IsCurrent: z.int(),
      }),
    ),
    total: z.int(),
  }),
  reasons: [],
});

const RevokeInput = z.object({ id: idField });

export function sessionIdFromFields(fields: z.output<typeof RevokeInput>): number {
  return Number(fields.id);
}

export const revokeSession = call({
  method: "POST",
  path: "/v1/api/main/session/revoke",
  effect: "write",
  audience: "trader",
  summary: "Ends one of the caller's sessions, and its live sockets within a second.",
  input: RevokeInput,
  output: z.object({}),
  reasons: ["SESSION_UNKNOWN"],
});

export const revokeOtherSessions = call({
  method: "POST",
  path: "/v1/api/main/session/revoke_others",
  effect: "write",
  audience: "trader",
  summary: "Ends every session of the caller but the one that asks.",
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  reasons: [],
});
