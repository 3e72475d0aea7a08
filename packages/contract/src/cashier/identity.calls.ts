// The calls about a member's identity. Whose it is comes from the session, never from a field
// (T74). Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import {
  CARD_ID_LENGTH_MAX,
  IDENTITY_LOOKS,
  IDENTITY_NAME_LENGTH_MAX,
  type Identity,
} from "./identity.ts";

const IdentitySchema = z.object({
  review_status: z.int().min(0).max(2),
  name: z.string(),
  card_id: z.string(),
  front_pic: z.string(),
  reverse_pic: z.string(),
  reason: z.string(),
  question: z.string(),
  submitted_at: z.int(),
  due_at: z.int(),
  decided_at: z.int(),
});

export const getIdentity = call({
  method: "GET",
  path: "/api/user_real/center",
  effect: "read",
  audience: "member",
  summary: "How far the caller's identity is: 0 form, 1 waiting, 2 certified.",
  input: z.object({}),
  output: IdentitySchema,
  reasons: [],
});

const pictureField = z.string().max(200).optional();

const SubmitInput = z.object({
  name: z
    .string()
    .max(4 * IDENTITY_NAME_LENGTH_MAX)
    .optional(),
  card_id: z
    .string()
    .max(4 * CARD_ID_LENGTH_MAX)
    .optional(),
  front_pic: pictureField,
  reverse_pic: pictureField,
});

/** As it was typed; what is missing is empty. */
export type IdentityDraft = Pick<Identity, "name" | "cardId"> & {
  readonly frontUrl: string;
  readonly backUrl: string;
};

export function identityFromFields(fields: z.output<typeof SubmitInput>): IdentityDraft {
  return {
    name: fields.name ?? "",
    cardId: fields.card_id ?? "",
    frontUrl: fields.front_pic ?? "",
    backUrl: fields.reverse_pic ?? "",
  };
}

export const submitIdentity = call({
  method: "POST",
  path: "/api/user_real/real_name",
  effect: "write",
  audience: "member",
  summary: "Hands in name, document number and both sides of the document for review.",
  input: SubmitInput,
  output: IdentitySchema,
  reasons: [
    "COMPLETE_FORM",
    "IDENTITY_WAITING",
    "IDENTITY_CERTIFIED",
    "IDENTITY_NAME_INVALID",
    "CARD_ID_INVALID",
    "UPLOAD_UNKNOWN",
    "TOO_MANY_ATTEMPTS",
  ],
});

export const listIdentityAccesses = call({
  method: "GET",
  path: "/v1/api/main/identity/access_list",
  effect: "read",
  audience: "member",
  summary: "Who opened the caller's documents, and when; newest first.",
  input: z.object({}),
  output: z.object({
    data: z.array(z.object({ at: z.int(), who: z.string(), what: z.enum(IDENTITY_LOOKS) })),
  }),
  reasons: [],
});
