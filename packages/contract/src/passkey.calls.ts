// The calls about passkeys: adding and removing one, and logging in with one and nothing else. The
// authenticator has seen its owner's finger, face or PIN each time (user verification), so a
// passkey stands for both factors. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { idField } from "./fields.calls.ts";
import { ACCOUNT_REASONS } from "./order-reasons.ts";
import { PASSKEY_NAME_LENGTH_MAX } from "./passkey.ts";
import { SessionSchema } from "./session.calls.ts";

/** Names a challenge; as random as a token. */
const challengeField = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
/** What the browser's authenticator answered, as JSON text. */
const responseField = z.string().min(2).max(12_000);

const ChallengeSchema = z.object({ id: z.string(), options: z.record(z.string(), z.unknown()) });

export const passkeyAnswerShape = { id: challengeField, response: responseField } as const;
const AnswerInput = z.object(passkeyAnswerShape);

/** The answer of an authenticator to a challenge; the JSON is still to be checked. */
export type PasskeyAnswer = { readonly challengeId: string; readonly response: string };

export function passkeyAnswerFromFields(fields: z.output<typeof AnswerInput>): PasskeyAnswer {
  return { challengeId: fields.id, response: fields.response };
}

export const listPasskeys = call({
  method: "GET",
  path: "/v1/api/main/passkey/list",
  effect: "read",
  audience: "member",
  summary: "The caller's passkeys.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({ Id: z.string(), Name: z.string(), CreatedAt: z.int(), LastUsedAt: z.int() }),
    ),
    total: z.int(),
  }),
  reasons: [],
});

export const startPasskey = call({
  method: "POST",
  path: "/v1/api/main/passkey/register_options",
  effect: "write",
  audience: "member",
  summary: "What an authenticator needs to make a passkey; good for one answer in five minutes.",
  input: z.object({}),
  output: ChallengeSchema,
  reasons: ["STEP_UP_NEEDED", "TOO_MANY_PASSKEYS"],
});

const AddInput = z.object({
  ...passkeyAnswerShape,
  name: z
    .string()
    .trim()
    .min(1)
    .max(PASSKEY_NAME_LENGTH_MAX)
    .regex(/^\P{Cc}+$/u),
});

export function newPasskeyFromFields(fields: z.output<typeof AddInput>) {
  return { name: fields.name, ...passkeyAnswerFromFields(fields) };
}

export const addPasskey = call({
  method: "POST",
  path: "/v1/api/main/passkey/register",
  effect: "write",
  audience: "member",
  summary: "Adds the passkey that an authenticator has made.",
  input: AddInput,
  output: z.object({ id: z.string() }),
  reasons: [
    "STEP_UP_NEEDED",
    "TOO_MANY_PASSKEYS",
    "PASSKEY_EXPIRED",
    "PASSKEY_REFUSED",
    "PASSKEY_KNOWN",
    "TOO_MANY_ATTEMPTS",
  ],
});

const RemoveInput = z.object({ id: idField });

export function passkeyIdFromFields(fields: z.output<typeof RemoveInput>): number {
  return Number(fields.id);
}

export const removePasskey = call({
  method: "POST",
  path: "/v1/api/main/passkey/remove",
  effect: "write",
  audience: "member",
  summary: "Removes one of the caller's passkeys.",
  input: RemoveInput,
  output: z.object({}),
  reasons: ["STEP_UP_NEEDED", "PASSKEY_UNKNOWN"],
});

export const startPasskeyLogin = call({
  method: "POST",
  path: "/v1/api/main/passkey/login_options",
  effect: "write",
  audience: "visitor",
  summary: "What an authenticator needs to answer for a login or a step-up; names nobody.",
  input: z.object({}),
  output: ChallengeSchema,
  reasons: [],
});

export const logInByPasskey = call({
  method: "POST",
  path: "/v1/api/main/passkey/login",
  effect: "write",
  audience: "visitor",
  summary: "Logs in whoever the passkey belongs to.",
  input: AnswerInput,
  output: SessionSchema,
  reasons: [...ACCOUNT_REASONS, "PASSKEY_EXPIRED", "PASSKEY_REFUSED", "PASSKEY_COPIED"],
});
