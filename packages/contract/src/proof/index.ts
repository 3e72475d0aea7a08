// What anybody can check of us, as the app and the server speak of it. Browser-safe; the calls are
// declared in the `*.calls.ts` files beside and listed in `calls.ts`.

export * from "./liabilities.ts";
export * from "./log.ts";
export * from "./raw-quote.ts";
export * from "./receipts.ts";
export * from "./transparency.ts";
export * from "./verdict.ts";
export * from "./why.ts";
