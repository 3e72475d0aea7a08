// The support chat of the content area: those who ask, those who answer, what open screens are
// told, and letting go of what is old. Composed by main.ts, which hands its handlers to the gateway
// and its news to the live socket.

import type { SupportOffice } from "@truetick/contract/support";
import { sql } from "kysely";
import type { Inbox } from "../../members/inbox/inbox.ts";
import type { Queues } from "../../members/staff/queues.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import type { Uploads } from "../../platform/uploads/uploads.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { PlatformSettingsReader } from "../settings/platform-settings.ts";
import { createCannedAnswers } from "./canned-answers.staff-routes.ts";
import { type OfficeHours, readOfficeHours } from "./office-hours.ts";
import { createSupportHandlers, type SupportHandlers } from "./support.routes.ts";
import { createSupportDesk, type SupportDeskHandlers } from "./support.staff-routes.ts";
import { createSupportLimits } from "./support-limits.ts";
import { createSupportNews, type SupportNewsSource } from "./support-news.ts";

const SWEEP_EVERY_MS = 3_600_000;

export type SupportAreaParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly mode: "sandbox" | "live";
  readonly uploads: Pick<Uploads, "claim">;
  readonly sequencer: Pick<Sequencer, "read">;
  readonly settings: Pick<PlatformSettingsReader, "readSupportHours">;
  readonly queues: Pick<Queues, "register">;
  readonly inbox: Pick<Inbox, "leave">;
};

export type Support = {
  readonly handlers: SupportHandlers & SupportDeskHandlers & ReturnType<typeof createCannedAnswers>;
  readonly news: SupportNewsSource;
  readonly stop: () => Promise<void>;
};

export function createSupport(parts: SupportAreaParts): Support {
  const { database, clock, log, settings } = parts;
  const news = createSupportNews(parts.news);
  const limits = createSupportLimits(parts);
  const office = createOffice(settings, clock);
  const own = { ...parts, news, limits, office, read: parts.sequencer.read };
  parts.queues.register("support", "support.read", () => countWaiting(database));
  const sweep = () => {
    forgetVisitors(database).catch((err) => log.warn({ err }, "old chats are not forgotten yet"));
  };
  const timer = parts.runsJobs ? setInterval(sweep, SWEEP_EVERY_MS).unref() : undefined;
  return {
    handlers: {
      ...createSupportHandlers(own),
      ...createSupportDesk(own),
      ...createCannedAnswers(own),
    },
    news,
    stop: async () => clearInterval(timer),
  };
}

/** The hours are a setting that may change any time; only understanding them is costly. */
function createOffice(
  settings: Pick<PlatformSettingsReader, "readSupportHours">,
  clock: Pick<Clock, "now">,
): () => Promise<SupportOffice> {
  let known: { readonly text: string; readonly hours: OfficeHours } | null = null;
  return async () => {
    const text = await settings.readSupportHours();
    if (known?.text !== text) {
      const hours = readOfficeHours(text);
      if (!hours) throw new Error("Invariant: a setting that makes no sense is not read");
      known = { text, hours };
    }
    return known.hours.at(clock.now());
  };
}

/** Whoever waits for an answer. */
async function countWaiting(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("support_thread")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("waiting_ms", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Answers how many conversations of visitors were let go of. */
export async function forgetVisitors(database: Database): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select forget_visitor_chats() as gone`.execute(database);
  return rows[0]?.gone ?? 0;
}
