// Who members are: handed in by them, decided by compliance, asked about by the cashier, which pays
// out to certified people only. Composed by members.ts.

import type { Background } from "../../platform/background.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import type { Uploads } from "../../platform/uploads/uploads.ts";
import { createFileHandlers, type FileHandlers } from "../files/files.routes.ts";
import type { MemberLetters } from "../notices/member-letters.ts";
import type { Queues } from "../staff/queues.ts";
import { createIdentityHandlers, type IdentityHandlers } from "./identity.routes.ts";
import { createIdentityDeskHandlers, type IdentityDeskHandlers } from "./identity.staff-routes.ts";
import { createIdentitySeals } from "./identity-seals.ts";
import { createIdentityViews } from "./identity-views.ts";

export type Identities = {
  readonly handlers: IdentityHandlers & IdentityDeskHandlers & FileHandlers;
  readonly isCertified: (userId: number) => Promise<boolean>;
  /** As it stands on the document; null for who is not certified. */
  readonly certifiedName: (userId: number) => Promise<string | null>;
};

export type IdentityParts = {
  readonly database: Database;
  readonly uploads: Uploads;
  readonly changes: MemberChanges;
  readonly letters: MemberLetters;
  readonly background: Background;
  readonly queues: Pick<Queues, "register">;
  readonly clock: Clock;
  readonly sealKey: Buffer;
  readonly reviewHours: number;
};

export function createIdentities(parts: IdentityParts): Identities {
  const { database, clock, queues } = parts;
  const seals = createIdentitySeals(parts.sealKey);
  const views = createIdentityViews({ clock });
  queues.register("identity", "identity.read", () => countWaiting(database));
  const findCertified = (userId: number) =>
    database
      .selectFrom("identity_case")
      .select("name_sealed")
      .where("user_id", "=", BigInt(userId))
      .where("status", "=", "approved")
      .executeTakeFirst();
  return {
    handlers: {
      ...createIdentityHandlers({ ...parts, seals }),
      ...createIdentityDeskHandlers({ ...parts, seals, views }),
      ...createFileHandlers({ ...parts, views }),
    },
    isCertified: async (userId) => (await findCertified(userId)) !== undefined,
    certifiedName: async (userId) => {
      const found = await findCertified(userId);
      return found ? seals.openName(found.name_sealed) : null;
    },
  };
}

async function countWaiting(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("identity_case")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  return Number(count);
}
