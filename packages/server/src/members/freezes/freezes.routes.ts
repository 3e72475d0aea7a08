// Tells a member why nothing can be taken out for now: stopped by staff, or because the password
// was changed or lost factors were taken away, which staff decides, a short while ago. The one that
// lasts longer is told (H11).

import type { Language } from "@truetick/contract";
import { type PayoutFreeze, payoutFreezeToWire } from "@truetick/contract/cashier";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { freezeOf, type Pause, pauseOf } from "./freezes.ts";

export type FreezeHandlers = Handlers<"getPayoutFreeze">;

export function createFreezeHandlers(parts: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
}): FreezeHandlers {
  const { database, clock } = parts;
  return {
    async getPayoutFreeze(_fields, { caller: { userId }, language }) {
      const nowMs = clock.now();
      const [frozen, paused] = await Promise.all([
        freezeOf(database, { userId, nowMs }),
        pauseOf(database, { userId, nowMs }),
      ]);
      const byStaff: PayoutFreeze | null = frozen && {
        by: "staff",
        until: Math.floor(frozen.untilMs / 1_000),
        reason: frozen.reason,
      };
      const byItself = paused && freezeBy(paused, language);
      const isLonger = (byItself?.until ?? 0) > (byStaff?.until ?? 0);
      return payoutFreezeToWire(isLonger ? byItself : byStaff);
    },
  };
}

function freezeBy({ untilMs, since }: Pause, language: Language): PayoutFreeze {
  const until = Math.floor(untilMs / 1_000);
  if (since === "password") return { by: "password", until, reason: "" };
  return { by: "staff", until, reason: text(language, "mail.twoFactorChanged.subject") };
}
