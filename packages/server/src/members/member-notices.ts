// What members are told while they look elsewhere: the inbox with its follower of the journal,
// price alerts, and the browsers that are reached by push. Composed by members.ts.

import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import type { BatchMessenger } from "../platform/outbox/message.ts";
import { createSeal } from "../platform/secrets/seal.ts";
import type { MarketDirectory } from "../trading/markets/market-directory.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import { createAlertNews } from "./alerts/alert-news.ts";
import { type AlertHandlers, createAlertHandlers } from "./alerts/alerts.routes.ts";
import { leaveAlerts } from "./alerts/leave-alerts.ts";
import { type AlertWatch, watchAlerts } from "./alerts/watch-alerts.ts";
import { followJournal, type JournalFollower } from "./inbox/follow-journal.ts";
import { createInboxHandlers, type InboxHandlers } from "./inbox/inbox.routes.ts";
import { createInbox, type Inbox } from "./inbox/inbox.ts";
import { createPushHandlers, type PushHandlers } from "./push/push.routes.ts";
import type { PushIdentity } from "./push/push-identity.ts";
import { createPushDevices, PUSH_SEAL } from "./push/push-table.ts";

export type MemberNotices = {
  readonly handlers: InboxHandlers & AlertHandlers & PushHandlers;
  readonly inbox: Inbox;
  readonly journal: Pick<JournalFollower, "catchUp" | "lag">;
  readonly alerts: Pick<AlertWatch, "settle" | "waiting">;
  readonly stop: () => Promise<void>;
};

export type MemberNoticesParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly messenger: BatchMessenger;
  readonly directory: MarketDirectory;
  readonly sequencer: Pick<Sequencer, "subscribe" | "followTape" | "newestQuote" | "storeTape">;
  readonly pushIdentity: PushIdentity;
  readonly pushHosts: readonly string[];
  readonly sealKey: Buffer;
};

/** The process that runs the jobs fills the inbox. */
const FOLLOWED_ELSEWHERE: JournalFollower = {
  catchUp: async () => undefined,
  lag: () => 0,
  stop: async () => undefined,
};

export function createMemberNotices(parts: MemberNoticesParts): MemberNotices {
  const { pushIdentity: identity, pushHosts: ownHosts, sealKey } = parts;
  const inbox = createInbox(parts);
  const journal = parts.runsJobs ? followJournal({ ...parts, inbox }) : FOLLOWED_ELSEWHERE;
  const told = createAlertNews(parts.news);
  const alerts = parts.runsJobs
    ? watchAlerts({ ...parts, inbox, told })
    : leaveAlerts({ ...parts, told });
  const devices = createPushDevices({ ...parts, seal: createSeal(sealKey, PUSH_SEAL) });
  return {
    handlers: {
      ...createInboxHandlers(inbox),
      ...createAlertHandlers({ ...parts, watch: alerts }),
      ...createPushHandlers({ devices, identity, ownHosts }),
    },
    inbox,
    journal,
    alerts,
    stop: async () => {
      await alerts.stop();
      await journal.stop();
      await inbox.settle();
    },
  };
}
