// The public list of changes: what two people have agreed on and announced, soonest first, and what
// was made, newest first; of markets and of the ways money comes in and goes out (H09, H20, T63).
// The same for everyone. Invariant: who proposed it and why is not told here, what changes is.

import { type ChangedField, type MarketChange, marketChangeToWire } from "@truetick/contract";
import { marketChangesFromFields } from "@truetick/contract/calls";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import type { LiveMarkets } from "../../trading/markets/live-markets.ts";
import { fieldsOf } from "./proposal-fields.ts";

const ROWS_PER_PAGE = 50;
/** There are never this many at once; what is beyond is not lost, only not shown. */
const ANNOUNCED_MAX = 200;

type Row = {
  id: bigint;
  kind: string;
  payload: string;
  status: "approved" | "applied";
  decided_at: Date;
  effective_at: Date;
  before_value: string | null;
};

export function createChangeHandlers({
  database,
  markets,
}: {
  database: Database;
  markets: Pick<LiveMarkets, "find">;
}): Handlers<"listMarketChanges"> {
  const describe = (row: Row) => marketChangeToWire(describeChange(row, markets));
  return {
    async listMarketChanges(fields) {
      const { marketId, before } = marketChangesFromFields(fields);
      const ofMarket =
        marketId === null
          ? sql`true`
          : sql`kind in ('market', 'market_halt', 'closing_only')
              and payload::jsonb ->> 'market_id' in (${marketId}, '')`;
      const announced = before === null ? await readAnnounced(database, ofMarket) : [];
      const made = await readMade(database, { ofMarket, before });
      const page = made.slice(0, ROWS_PER_PAGE);
      const last = made.length > page.length ? page.at(-1) : undefined;
      return {
        data: [...announced, ...page].map(describe),
        next: last === undefined ? "" : String(last.id),
      };
    },
  };
}

const COLUMNS = sql`id, kind, payload, status, decided_at, effective_at, coalesce(
  (select value from proposal_before b where b.proposal_id = id and moment = 'applied'),
  (select value from proposal_before b where b.proposal_id = id and moment = 'announced')
) as before_value`;

async function readAnnounced(database: Database, ofMarket: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from proposal
    where is_public and status = 'approved' and ${ofMarket}
    order by effective_at, id limit ${ANNOUNCED_MAX}`.execute(database);
  return rows;
}

async function readMade(
  database: Database,
  { ofMarket, before }: { ofMarket: RawBuilder<unknown>; before: number | null },
): Promise<Row[]> {
  const isOlder = before === null ? sql`true` : sql`id < ${before}`;
  const { rows } = await sql<Row>`
    select ${COLUMNS} from proposal
    where is_public and status = 'applied' and ${isOlder} and ${ofMarket}
    order by id desc limit ${ROWS_PER_PAGE + 1}`.execute(database);
  return rows;
}

function describeChange(row: Row, markets: Pick<LiveMarkets, "find">): MarketChange {
  const payload = fieldsOf(JSON.parse(row.payload));
  const before = fieldsOf(row.before_value === null ? null : JSON.parse(row.before_value));
  const marketId = typeof payload.market_id === "string" ? payload.market_id : "";
  return {
    id: String(row.id),
    kind: row.kind,
    marketId,
    subject: markets.find(marketId)?.displayCode ?? nameOf({ ...before, ...payload }),
    status: row.status === "approved" ? "announced" : "applied",
    announcedAt: secondsOf(row.decided_at),
    effectiveAt: secondsOf(row.effective_at),
    fields: changedFields(payload, before),
  };
}

/** A rail is called by its currency and its network or bank, a setting by its name. */
function nameOf(thing: Readonly<Record<string, unknown>>): string {
  const parts = ["currency_code", "code", "protocol_code", "network", "bank_name"];
  const said = parts.flatMap((part) => (typeof thing[part] === "string" ? [thing[part]] : []));
  const name = [...new Set(said)].filter((text) => text !== "").join(" ");
  return name === "" && typeof thing.name === "string" ? thing.name : name;
}

/** Names of things, not values of them. */
const NAMES = new Set(["id", "market_id"]);

function changedFields(
  payload: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): ChangedField[] {
  const [was, will] = [leavesOf(before), leavesOf(payload)];
  return [...will]
    .map(([field, to]) => ({ field, from: was.get(field) ?? "", to }))
    .filter(({ field, from, to }) => from !== to && !NAMES.has(field));
}

/** Every value by its own name, whatever it is wrapped in. */
function leavesOf(value: Readonly<Record<string, unknown>>): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "object" && inner !== null && !Array.isArray(inner)) {
      for (const [field, text] of leavesOf(fieldsOf(inner))) leaves.set(field, text);
    } else {
      leaves.set(name, inner === null ? "" : String(inner));
    }
  }
  return leaves;
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
