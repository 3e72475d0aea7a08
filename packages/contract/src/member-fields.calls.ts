// The fields that the calls about members share. They are only bounded here: what is wrong with one
// is said by a refusal of its own, not by the name of the field. Server side only (zod).

import { z } from "zod";

/** An e-mail address has at most 254 characters, a phone number far fewer. */
export const accountField = z.string().max(320).optional();
/** Above the longest password, so that it is told to be too long. */
export const passwordField = z.string().max(1_024).optional();
/** Codes, ids, answers. */
export const shortField = z.string().max(64).optional();
export const areaField = z.string().max(16).optional();

/** Empty where clients send nothing. */
export const contactKindField = z.enum(["", "email", "mobile"]).optional();

/** Named by the client, else told by the look of the account. */
export function contactKindOf(kind: string | undefined, account: string): "email" | "mobile" {
  if (kind === "email" || kind === "mobile") return kind;
  return account.includes("@") ? "email" : "mobile";
}
