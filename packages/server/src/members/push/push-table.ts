// Browsers that are reached by push, as rows. Read and written by the calls about them and by the
// carrier. Invariants: a device belongs to one session and is reached for as long as that holds;
// endpoint and keys are sealed; a person has a bounded number of them.

import { PUSH_DEVICES_MAX, type PushDevice } from "@truetick/contract/notices";
import { type Generated, sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import { SESSION_HOLDS } from "../sessions/session-table.ts";

type PushDeviceTable = {
  readonly id: Generated<bigint>;
  readonly session_id: bigint;
  readonly endpoint_mark: Buffer;
  readonly sealed: Buffer;
  readonly created_at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    push_device: PushDeviceTable;
  }
}

/** What the seal of devices is for: the same for whoever keeps and whoever reaches them. */
export const PUSH_SEAL = "push";

export type PushDevices = {
  /** The same browser again, also under another session, is one device. */
  readonly keep: (
    owner: { readonly userId: number; readonly sessionId: number },
    device: PushDevice,
  ) => Promise<void>;
  /** Of somebody's own. */
  readonly forget: (userId: number, endpoint: string) => Promise<void>;
  /** Null when it is gone, or its session has ended. */
  readonly find: (deviceId: number) => Promise<PushDevice | null>;
  /** The push service knows it no longer. */
  readonly drop: (deviceId: number) => Promise<void>;
};

export function createPushDevices(parts: {
  readonly database: Database;
  readonly seal: Seal;
  readonly clock: Pick<Clock, "now">;
}): PushDevices {
  const { database, seal, clock } = parts;
  return {
    async keep({ userId, sessionId }, device) {
      const row = {
        session_id: BigInt(sessionId),
        sealed: seal.close(JSON.stringify(device)),
        created_at: new Date(clock.now()),
      };
      await database.transaction().execute(async (trx) => {
        await trx
          .insertInto("push_device")
          .values({ ...row, endpoint_mark: seal.mark(device.endpoint) })
          .onConflict((conflict) => conflict.column("endpoint_mark").doUpdateSet(row))
          .execute();
        await dropOldest(trx, userId);
      });
    },
    async forget(userId, endpoint) {
      await database
        .deleteFrom("push_device")
        .where("endpoint_mark", "=", seal.mark(endpoint))
        .where("session_id", "in", (eb) =>
          eb.selectFrom("user_session").select("id").where("user_id", "=", BigInt(userId)),
        )
        .execute();
    },
    async find(deviceId) {
      const row = await database
        .selectFrom("push_device")
        .innerJoin("user_session", "user_session.id", "push_device.session_id")
        .select("push_device.sealed")
        .where("push_device.id", "=", BigInt(deviceId))
        .where(SESSION_HOLDS)
        .executeTakeFirst();
      const plain = row && seal.open(row.sealed);
      // Sealed by `keep`, and by nobody else: the key vouches for the shape.
      return plain ? (JSON.parse(plain) as PushDevice) : null;
    },
    async drop(deviceId) {
      await database.deleteFrom("push_device").where("id", "=", BigInt(deviceId)).execute();
    },
  };
}

/** The newest of somebody's stay. */
async function dropOldest(trx: Database, userId: number): Promise<void> {
  await sql`
    delete from push_device where id in (
      select push_device.id from push_device
      join user_session on user_session.id = push_device.session_id
      where user_session.user_id = ${userId}
      order by push_device.created_at desc, push_device.id desc offset ${PUSH_DEVICES_MAX}
    )`.execute(trx);
}

/** Devices of sessions that have ended; without it the table would grow with every login. */
export async function forgetDevices(database: Database): Promise<void> {
  await sql`
    delete from push_device using user_session
    where user_session.id = push_device.session_id and not ${SESSION_HOLDS}`.execute(database);
}
