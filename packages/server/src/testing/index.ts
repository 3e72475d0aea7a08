// What tests of seeded runs (packages/simulator) use of the server's own tests: a database of
// their own on the real PostgreSQL, and its invariants. Nothing that runs in production imports it.

// The names that the set-up gives to tests.
import type {} from "./postgres-setup.ts";

export { brokenInvariants } from "./broken-invariants.ts";
export { createTestDatabase } from "./test-database.ts";
