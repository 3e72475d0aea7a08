// The area of what traders see of each other: the ranking, and copying whom it lists. Composed by
// main.ts, which hands its handlers to the gateway.

import type { MemberChanges } from "../platform/member-changes.ts";
import { createCopyChanges } from "./copying/copy-changes.ts";
import { type Copying, type CopyingParts, startCopying } from "./copying/copying.ts";
import { createRankingHandlers, type RankingHandlers } from "./ranking/ranking.routes.ts";
import { createRanking, type Ranking, type RankingNeeds } from "./ranking/ranking.ts";
import { shareForgetting } from "./ranking/share-forgetting.ts";
import { LOOK_EVERY_MS, watchFalls } from "./ranking/watch-falls.ts";

export type Community = {
  readonly handlers: RankingHandlers & Copying["handlers"];
  readonly ranking: Ranking;
  readonly copying: Pick<Copying, "settle" | "lag">;
  /** Which follow of a member's has changed, for the live socket. */
  readonly copies: Pick<MemberChanges<number>, "follow">;
  readonly stop: () => Promise<void>;
};

export type CommunityNeeds = RankingNeeds & Omit<CopyingParts, "copies" | "returnSince">;

export async function startCommunity(needs: CommunityNeeds): Promise<Community> {
  const { log, runsJobs } = needs;
  const { shared: ranking, stop: stopSharing } = shareForgetting(createRanking(needs), needs.news);
  const copies = createCopyChanges(needs.news);
  const { returnSince } = ranking;
  const copying = await startCopying({ ...needs, copies, returnSince });
  const watch = runsJobs ? watchFalls({ ranking, log, everyMs: LOOK_EVERY_MS }) : null;
  return {
    handlers: {
      ...createRankingHandlers({ ...needs, ranking, onLeft: copying.tellLeft }),
      ...copying.handlers,
    },
    ranking,
    copying,
    copies,
    stop: async () => {
      stopSharing();
      await watch?.stop();
      await copying.stop();
    },
  };
}
