// Tells a member why nothing can be taken out for now: stopped by staff, or because the password
// was changed a short while ago. The one that lasts longer is told (H11).

import { type PayoutFreeze, payoutFreezeToWire } from "@truetick/contract/cashier";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import { freezeOf } from "./freezes.ts";

export type FreezeHandlers = Handlers<"getPayoutFreeze">;

export function createFreezeHandlers(parts: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
}): FreezeHandlers {
  const { database, clock } = parts;
  return {
    async getPayoutFreeze(_fields, { caller: { userId } }) {
      const nowMs = clock.now();
      const [frozen, pausedUntilMs] = await Promise.all([
        freezeOf(database, { userId, nowMs }),
        readPause(database, userId),
      ]);
      const byStaff: PayoutFreeze | null = frozen && {
        by: "staff",
        until: Math.floor(frozen.untilMs / 1_000),
        reason: frozen.reason,
      };
      const byPassword: PayoutFreeze | null =
        pausedUntilMs > nowMs
          ? { by: "password", until: Math.floor(pausedUntilMs / 1_000), reason: "" }
          : null;
      const isLonger = (byPassword?.until ?? 0) > (byStaff?.until ?? 0);
      return payoutFreezeToWire(isLonger ? byPassword : byStaff);
    },
  };
}

/** Until when a changed password makes payouts wait; 0 where none does. */
async function readPause(database: Database, userId: number): Promise<number> {
  const row = await database
    .selectFrom("app_user")
    .select("withdrawals_frozen_until")
    .where("id", "=", BigInt(userId))
    .executeTakeFirst();
  return row?.withdrawals_frozen_until?.getTime() ?? 0;
}
