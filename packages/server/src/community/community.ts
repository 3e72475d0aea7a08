// The area of what traders see of each other. Composed by main.ts, which hands its handlers to the
// gateway.

import { createRankingHandlers, type RankingHandlers } from "./ranking/ranking.routes.ts";
import { createRanking, type Ranking, type RankingNeeds } from "./ranking/ranking.ts";

export type Community = { readonly handlers: RankingHandlers; readonly ranking: Ranking };

export function createCommunity(needs: RankingNeeds): Community {
  const { database, isSimulated } = needs;
  const ranking = createRanking(needs);
  return { handlers: createRankingHandlers({ database, ranking, isSimulated }), ranking };
}
