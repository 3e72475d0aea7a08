// The screens of the ranking, fetched together: one leads to the next, and a list of files that is
// short keeps the first visit small.

export { LeadScreen } from "./lead.screen.tsx";
export { RankingScreen } from "./ranking.screen.tsx";
export { TraderScreen } from "./trader.screen.tsx";
