// The declaration of an HTTP call. Every call of the platform is declared once, in full, in a
// `*.calls.ts` file; the gateway builds its route table from the list in `calls.ts` and refuses
// to start when a call has no handler, or more than one. Server side only (zod).

import type { z } from "zod";
import type { CallPermission } from "./desk/staff.ts";
import type { Reason } from "./reason.ts";

/** Who may call: anyone, a logged-in trader (demo or real), a real member, or staff. */
export const AUDIENCES = ["visitor", "trader", "member", "staff"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What it does. Caching, retry, HEAD and logging follow the effect, never the verb. */
export const EFFECTS = ["read", "write"] as const;
export type Effect = (typeof EFFECTS)[number];

export type Call<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Whom extends Audience = Audience,
> = {
  readonly method: "GET" | "POST";
  readonly path: `/${string}`;
  readonly effect: Effect;
  readonly audience: Whom;
  /** A visitor's call that looks who is logged in, where anybody is. */
  readonly knowsCaller?: boolean;
  /**
   * What is posted where it is not fields: one picture as `multipart/form-data`, or the bytes as
   * they came (a provider's notice, whose signature is over them). The handler's `posted` has it.
   * Long are fields of which one is an article: read only when it is known who sends them.
   */
  readonly body?: "image" | "raw" | "long";
  /** Hashes a password: many at once must not be felt by those who trade (T10). */
  readonly isCostly?: true;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** Fields as they stand in the query or body: all arrive as strings. Unknown ones are ignored. */
  readonly input: Input;
  readonly output: Output;
  /**
   * Of the fields as they were sent: the words of the staff that a trader reads as ours. They are
   * held against the house's rules before the handler is asked (T32).
   */
  readonly tells?: (fields: SentFields) => readonly (string | undefined)[];
  /** The refusals of its own, beside those every call can give (see `reasonsOf`). */
  readonly reasons: readonly Reason[];
} & Permitted<Whom>;

export type SentFields = Readonly<Record<string, string | undefined>>;

/** Every call for staff says what it needs; no other does (T85). */
type Permitted<Whom extends Audience> = Whom extends "staff"
  ? { readonly permission: CallPermission }
  : { readonly permission?: undefined };

export function call<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Whom extends Audience,
>(declaration: Call<Input, Output, Whom>): Call<Input, Output, Whom> {
  return declaration;
}

/** Every refusal a caller of this call can meet: the gateway's, the audience's and its own. */
export function reasonsOf(declaration: Call): readonly Reason[] {
  const { effect, audience, method, body, tells, reasons } = declaration;
  return [
    "MALFORMED",
    "TOO_LARGE",
    "TOO_MANY",
    "DUPLICATE_PARAMETER",
    "FIELD_INVALID",
    ...(effect === "write" ? (["CROSS_SITE"] as const) : []),
    ...(effect === "write" || method === "POST" ? (["UNSUPPORTED_MEDIA"] as const) : []),
    ...(body === "image" ? (["UPLOADS_BUSY"] as const) : []),
    ...(audience === "visitor" ? [] : (["SESSION_EXPIRED"] as const)),
    ...(audience === "member" ? (["ONLY_REAL"] as const) : []),
    ...(audience === "staff" ? (["NOT_FOUND", "NOT_PERMITTED"] as const) : []),
    ...(tells ? (["SUPPORT_ASKS_SECRET", "SUPPORT_LINK_REFUSED"] as const) : []),
    ...reasons,
    "INTERNAL",
    "UNAVAILABLE",
  ];
}
