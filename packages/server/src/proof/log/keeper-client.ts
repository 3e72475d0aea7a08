// The keeper's own connection. Used by keep-logs.ts and what it calls, in a thread of its own, and
// by nobody else. Invariant: integers arrive as numbers; every one of ours is a safe integer.

import pg from "pg";
import { type DatabaseAddress, sessionSettings } from "../../platform/database.ts";
import { CopyOut, type TakeRow } from "./copy-out.ts";

const CONNECT_TIMEOUT_MS = 5_000;
/** The largest chunk of a first start, on a busy machine. */
const STATEMENT_TIMEOUT = "120s";
const INT8 = 20;

export type KeeperClient = {
  readonly query: <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** Hands on every row of a query without parameters; columns as PostgreSQL has them. */
  readonly copy: (query: string, take: TakeRow) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function connectKeeper(
  { url, role }: DatabaseAddress,
  onLost: (reason: Error) => void,
): Promise<KeeperClient> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "truetick-proof",
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  client.on("error", onLost);
  await client.connect();
  await client.query(
    `${sessionSettings(role)}; set statement_timeout = '${STATEMENT_TIMEOUT}'; set jit = off`,
  );
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const answer = await client.query(text, [...values]);
      // Each caller names the columns it asked for.
      return answer.rows as Row[];
    },
    copy: (query, take) =>
      client.query(new CopyOut(`copy (${query}) to stdout (format binary)`, take)).done,
    close: () => client.end(),
  };
}
