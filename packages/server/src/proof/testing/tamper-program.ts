// Tampers with the database of a running program, for journeys that show who notices:
//   npx tsx packages/server/src/proof/testing/tamper-program.ts DATABASE_URL DEED [--rewrite-chain]
// The address is that of a superuser. Prints where it was done, as one line of JSON.

import pg from "pg";
import { TAMPERINGS, tamper } from "./tampering.ts";

const [url = "", deed = "", ...options] = process.argv.slice(2);
const known = TAMPERINGS.find((name) => name === deed);
if (!known) throw new Error(`one of: ${TAMPERINGS.join(", ")}`);
const owner = new pg.Client({ connectionString: url });
await owner.connect();
try {
  const isChainRewritten = options.includes("--rewrite-chain");
  console.log(JSON.stringify(await tamper(owner, known, { isChainRewritten })));
} finally {
  await owner.end();
}
