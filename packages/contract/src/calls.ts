// The list of every call the platform answers. Server side only: it carries the schemas.

import { listCandles, listCategories, listMarkets, listRecentCandles } from "./market.calls.ts";

export { AUDIENCES, type Audience, type Call, EFFECTS, type Effect, reasonsOf } from "./call.ts";

export const CALLS = { listMarkets, listCategories, listCandles, listRecentCandles } as const;

export type CallName = keyof typeof CALLS;
