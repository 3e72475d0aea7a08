// The sessions of the staff: opened by the login, looked up for every call of the desk, ended by
// half an hour of rest, a working day, a log-out, or whoever changes the person's account. Time is
// the database's own. Invariants: a token of a trader is none of these, and the other way round
// (T84); only from where the desk may be used, there is a desk.

import { permissionsOf } from "@truetick/contract/desk";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { CallContext, StaffCaller } from "../../platform/handler.ts";
import { hashToken, newToken, tokenOf } from "../sessions/token.ts";
import { maskAddress } from "../sessions/visit.ts";
import type { DeskNetworks } from "./desk-networks.ts";
import { DATABASE_NOW } from "./staff-table.ts";

type StaffSessionTable = {
  readonly id: Generated<bigint>;
  readonly token_hash: Buffer;
  readonly staff_id: bigint;
  readonly device: string;
  readonly address_masked: string;
  readonly created_at: Generated<Date>;
  readonly last_used_at: Generated<Date>;
  readonly ended_at: Generated<Date | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    staff_session: StaffSessionTable;
  }
}

/** Half an hour without a call, or eight hours in all. */
const IS_OVER = sql<boolean>`(staff_session.ended_at is not null
  or staff_session.last_used_at < clock_timestamp() - interval '30 minutes'
  or staff_session.created_at < clock_timestamp() - interval '8 hours'
  or staff.disabled_at is not null)`;
const IS_DUE = sql<boolean>`staff_session.last_used_at < clock_timestamp() - interval '30 seconds'`;

const DEVICE_LENGTH_MAX = 64;

export type StaffSessions = {
  /** In the caller's transaction. Answers the token, which nobody can learn again. */
  readonly open: (trx: Database, staffId: number, visit: StaffVisit) => Promise<string>;
  /** "ended" is one of ours that is over; null is none of ours. */
  readonly find: (
    authorization: string | undefined,
    address: string,
  ) => Promise<StaffCaller | "ended" | null>;
  /** The same for who merely listens: that is no use of the session, and does not prolong it. */
  readonly watch: (token: string, address: string) => Promise<StaffCaller | null>;
  readonly end: (sessionId: number) => Promise<void>;
};

export type StaffVisit = Pick<CallContext, "device" | "address">;

export function createStaffSessions({
  database,
  networks,
}: {
  database: Database;
  networks: DeskNetworks;
}): StaffSessions {
  return {
    async open(trx, staffId, { device, address }) {
      const token = newToken();
      await trx
        .insertInto("staff_session")
        .values({
          staff_id: BigInt(staffId),
          token_hash: hashToken(token),
          device: device.slice(0, DEVICE_LENGTH_MAX),
          address_masked: maskAddress(address),
        })
        .execute();
      return token;
    },
    async find(authorization, address) {
      const token = tokenOf(authorization);
      if (token === null || !networks.allow(address)) return null;
      return await findCaller(database, token, { isUse: true });
    },
    async watch(token, address) {
      const given = tokenOf(token);
      if (given === null || !networks.allow(address)) return null;
      const found = await findCaller(database, given, { isUse: false });
      return found === "ended" ? null : found;
    },
    async end(sessionId) {
      await database
        .updateTable("staff_session")
        .set({ ended_at: DATABASE_NOW })
        .where("id", "=", BigInt(sessionId))
        .where("ended_at", "is", null)
        .execute();
    },
  };
}

async function findCaller(
  database: Database,
  token: string,
  { isUse }: { readonly isUse: boolean },
): Promise<StaffCaller | "ended" | null> {
  const row = await database
    .selectFrom("staff_session")
    .innerJoin("staff", "staff.id", "staff_session.staff_id")
    .select(["staff_session.id", "staff.id as staff_id", "staff.name", "staff.roles"])
    .select([IS_OVER.as("is_over"), IS_DUE.as("is_due")])
    .where("staff_session.token_hash", "=", hashToken(token))
    .executeTakeFirst();
  if (!row) return null;
  if (row.is_over) return "ended";
  if (isUse && row.is_due) {
    await database
      .updateTable("staff_session")
      .set({ last_used_at: DATABASE_NOW })
      .where("id", "=", row.id)
      .where("ended_at", "is", null)
      .execute();
  }
  const granted = permissionsOf(row.roles);
  return {
    sessionId: Number(row.id),
    staffId: Number(row.staff_id),
    name: row.name,
    can: (permission) => granted.has(permission),
  };
}

/** In the caller's transaction. */
export async function endStaffSessions(trx: Database, staffId: number): Promise<void> {
  await trx
    .updateTable("staff_session")
    .set({ ended_at: DATABASE_NOW })
    .where("staff_id", "=", BigInt(staffId))
    .where("ended_at", "is", null)
    .execute();
}
