// The journeys that a run of the gate walks at one size: their stories are the server's or the
// desk's, and every screen that they pass is looked at on both sizes by every-screen.e2e.ts. What
// has to be pressed on a phone alone is pressed by one that is walked there. With FULL=1 each is
// walked at both. playwright.config.ts reads this; what is new is walked at both.

type Size = "phone" | "desktop";

/** File, how the title begins, size. */
export const ONE_SIZE: readonly (readonly [file: string, begin: string, size: Size])[] = [
  ["chart", "older bars are fetched", "phone"],
  ["connection", "offline is said", "phone"],
  ["connection", "a restart of the server is said", "desktop"],
  ["connection", "prices of a list alone", "desktop"],
  ["deposits", "coins are credited", "phone"],
  ["deposits", "a deposit of 1,000 USD", "desktop"],
  ["deposits", "a test card pays at once", "phone"],
  ["door", "an account by e-mail", "phone"],
  ["door", "an account by phone", "phone"],
  ["door", "a forgotten password", "desktop"],
  ["door", "a password is changed", "phone"],
  ["door", "a session that is ended elsewhere", "desktop"],
  ["door", "T25: a hostile from", "phone"],
  ["far-away", "quotes, an order with stops", "phone"],
  ["first-load", "scripts travel compressed", "desktop"],
  ["first-load", "Quotes and News are read", "phone"],
  ["identity", "documents are rejected", "phone"],
  ["identity", "a picture that is none", "desktop"],
  ["liabilities", "what is owed stands", "phone"],
  ["liabilities", "a server that counts less", "desktop"],
  ["log-out-everywhere", "the desk logs a member out", "desktop"],
  ["notices", "a price alert is set", "phone"],
  ["notices", "an order that fills", "desktop"],
  ["offline", "installable", "phone"],
  ["offline", "opens without a line", "phone"],
  ["offline", "a newer version is offered", "desktop"],
  ["offline", "what is pushed is shown", "desktop"],
  ["order-history", "history is filtered", "phone"],
  ["order-history", "an order is found by its number", "phone"],
  ["order-history", "a waiting order is given an end", "phone"],
  ["order-history", "what is closed in one window", "desktop"],
  ["orders", "a pending order waits", "phone"],
  ["orders", "what the server refuses", "desktop"],
  ["orders", "an order that its own stop closes", "desktop"],
  ["orders", "T01 a line that breaks", "phone"],
  ["passkey", "a passkey logs in", "phone"],
  ["quotes", "prices change by themselves", "phone"],
  ["security", "2FA: set up", "phone"],
  ["security", "a passkey is added", "desktop"],
  ["security", "a session is ended", "phone"],
  ["transparency", "the rows are a file", "desktop"],
  ["transparency", "the chart draws raw", "desktop"],
  ["tunnel", "T01 a tunnel of 5 s", "desktop"],
  ["tunnel", "a tunnel in the middle of a form", "phone"],
  ["user", "an invite link carries", "phone"],
  ["user", "choices go along", "desktop"],
  ["user", "own limits hold", "phone"],
  ["verify-modes", "by a picture", "phone"],
  ["verify-modes", "by a code", "desktop"],
  ["why", "a stop-out of three positions", "phone"],
  ["withdrawals", "to a coin address", "phone"],
  ["withdrawals", "rejected with the money back", "desktop"],
];

/** Expressions for what Playwright calls the journeys that are walked at this size alone. */
export function walkedOnlyAt(size: Size): RegExp[] {
  if (process.env.FULL === "1") return [];
  return ONE_SIZE.filter(([, , where]) => where === size).map(
    ([file, begin]) => new RegExp(`\\b${file}\\.e2e\\.ts ${begin}`),
  );
}
