// What `public/boot.js` asks the server for while the app is still being fetched: the lists that
// every screen begins with, and what a screen shows by itself. Written into the page by the build;
// the answers are taken up by early-answers.ts. Only for visitors: a session is the app's business.

export const EARLY_ASKS = {
  everywhere: ["/v1/api/forex/trade_list", "/v1/api/forex/getCategories"],
  "/news": ["/api/news/list?page=1"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
