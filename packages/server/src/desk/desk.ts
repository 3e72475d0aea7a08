// The area of those who work here: people and their freezes, adjustments and disputes, messages,
// settings, exports; and the trader's statements, which tell what adjustments were booked for.
// Composed by main.ts. Invariant: nothing here moves a price, picks a winner or closes a trader's
// position (H01); balances change by proposals that two people agree on, and by nothing else.

import type { PlatformSettingsReader } from "../content/settings/platform-settings.ts";
import { createFreezeHandlers, type FreezeHandlers } from "../members/freezes/freezes.routes.ts";
import type { MemberLetters } from "../members/notices/member-letters.ts";
import type { Proposals } from "../members/proposals/proposals.ts";
import type { Queues } from "../members/staff/queues.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import type { MemberChanges } from "../platform/member-changes.ts";
import {
  createStatementHandlers,
  type StatementHandlers,
} from "../trading/account/statement.routes.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import { adjustmentKind } from "./adjustments/adjustment-kind.ts";
import { countOpenDisputes, readReasons } from "./adjustments/adjustment-table.ts";
import {
  type AdjustmentHandlers,
  createAdjustmentHandlers,
} from "./adjustments/adjustments.routes.ts";
import { createExportHandlers } from "./exports/exports.routes.ts";
import { createOutboxHandlers } from "./outbox/outbox.routes.ts";
import { settingKind } from "./settings/setting-kind.ts";
import { createDeskSettingHandlers } from "./settings/settings.routes.ts";
import { createUserHandlers, type UserHandlers } from "./users/users.routes.ts";

export type DeskParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly letters: MemberLetters;
  /** Tells a trader's screens to look again. */
  readonly changes: Pick<MemberChanges, "tell">;
  readonly settings: PlatformSettingsReader;
  readonly proposals: Pick<Proposals, "register">;
  readonly queues: Pick<Queues, "register">;
  /** Where the sandbox's messages lie as files; null where there are none. */
  readonly letterFolder: string | null;
};

export type Desk = {
  readonly handlers: UserHandlers &
    AdjustmentHandlers &
    StatementHandlers &
    FreezeHandlers &
    Handlers<"listOutbox" | "listDeskSettings" | "exportRows">;
};

export function createDesk(parts: DeskParts): Desk {
  const { database, sequencer, proposals, queues } = parts;
  const own = { ...parts, read: sequencer.read };
  proposals.register(adjustmentKind(own));
  proposals.register(settingKind(own));
  queues.register("disputes", "adjustments.read", () => countOpenDisputes(database));
  const adjustmentReasons = (ids: readonly number[]) => readReasons(database, ids);
  return {
    handlers: {
      ...createUserHandlers(own),
      ...createAdjustmentHandlers(own),
      ...createOutboxHandlers(own),
      ...createDeskSettingHandlers(own),
      ...createExportHandlers(own),
      ...createFreezeHandlers(own),
      ...createStatementHandlers({ database, adjustmentReasons }),
    },
  };
}
