// What gateways ask of the process that copies: to look at follows again, and to tend them now. The
// table is the record; the copier reads it again after news were lost and every little while, alone
// or not, so that what nobody heard only costs time. Used by copying.ts on both sides.

import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import type { FollowParts } from "./follow.routes.ts";
import type { FollowBook } from "./follow-book.ts";
import type { Tender } from "./tend-follows.ts";

type Errand = { readonly ids: readonly number[]; readonly isTending: boolean };

/** A call waits no longer for the copier; what it asked for happens all the same. */
const ANSWER_WITHIN_MS = 2_000;
const LOOK_AGAIN_EVERY_MS = 30_000;
/** Nobody else can have done anything; reading all of them stands in the way of orders. */
const ALONE_LOOK_AGAIN_EVERY_MS = 300_000;

/** Where another process copies: what the calls need of it. */
export function askCopier(news: News): Pick<FollowParts, "tender" | "watchLeader"> {
  const question = openQuestion(news);
  const ask = (errand: Errand) => question.ask(errand, ANSWER_WITHIN_MS);
  return {
    watchLeader: (followId) => ask({ ids: [followId], isTending: false }),
    tender: {
      async changed(ids) {
        await ask({ ids, isTending: false });
      },
      async tend() {
        await ask({ ids: [], isTending: true });
      },
      resume: () => void ask({ ids: [], isTending: true }),
    },
  };
}

/** Where this process copies: answers the others. Answers how to stop. */
export function serveErrands(parts: {
  readonly news: News;
  readonly book: FollowBook;
  readonly tender: Tender;
  readonly log: Log;
}): () => void {
  const { news, book, tender, log } = parts;
  const lookAgain = async () => {
    await book.load();
    tender.resume();
    await tender.tend();
  };
  const lookQuietly = () => {
    lookAgain().catch((err) => log.warn({ err }, "follows were not looked at again"));
  };
  const stops = [
    openQuestion(news).answer(async ({ ids, isTending }) => {
      await tender.changed(ids);
      if (isTending) {
        tender.resume();
        await tender.tend();
      }
      return true;
    }),
    news.onMissed(lookQuietly),
  ];
  // Follows that began between the first read and now were told to nobody here.
  if (!news.isAlone) void news.ready().then(lookQuietly);
  const every = news.isAlone ? ALONE_LOOK_AGAIN_EVERY_MS : LOOK_AGAIN_EVERY_MS;
  const timer = setInterval(lookQuietly, every).unref();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

function openQuestion(news: News) {
  return news.question("follows", parseErrand);
}

function parseErrand(said: unknown): Errand | null {
  if (typeof said !== "object" || said === null) return null;
  if (!("ids" in said) || !("isTending" in said) || !Array.isArray(said.ids)) return null;
  const ids = said.ids.filter((id) => typeof id === "number");
  return { ids, isTending: said.isTending === true };
}
