// What the operator's app and the server say to each other: staff, queues, proposals, audit.
// Browser-safe; the calls are declared in the `*.calls.ts` files beside and listed in `calls.ts`.

export {};
