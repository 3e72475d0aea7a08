// The member's own identity, call by call. Whose it is comes from the session (T74).

import { identityFromFields } from "@truetick/contract/calls";
import { identityAccessToWire, identityToWire } from "@truetick/contract/cashier";
import { type Handlers, isRefused } from "../../platform/handler.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import { listAccesses, readIdentity } from "./read-identity.ts";
import { type SubmitIdentityParts, submitIdentity } from "./submit-identity.ts";

export type IdentityHandlers = Handlers<"getIdentity" | "submitIdentity" | "listIdentityAccesses">;

export function createIdentityHandlers(
  parts: SubmitIdentityParts & { readonly changes: MemberChanges },
): IdentityHandlers {
  const { database, changes } = parts;
  return {
    getIdentity: async (_fields, { caller }) =>
      identityToWire(await readIdentity(parts, caller.userId)),
    submitIdentity: async (fields, { caller }) => {
      const { userId } = caller;
      const refused = await submitIdentity(parts, userId, identityFromFields(fields));
      if (isRefused(refused)) return refused;
      changes.tell(userId, "identity");
      return identityToWire(await readIdentity(parts, userId));
    },
    listIdentityAccesses: async (_fields, { caller }) => {
      const accesses = await listAccesses(database, caller.userId);
      return { data: accesses.map(identityAccessToWire) };
    },
  };
}
