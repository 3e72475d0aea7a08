// Money in, money out and who somebody is, as both apps and the server speak of them: deposits,
// withdrawals, payout methods, identity, uploads, statements. Browser-safe; the calls are declared
// in the `*.calls.ts` files beside and listed in `calls.ts`.

export {};
