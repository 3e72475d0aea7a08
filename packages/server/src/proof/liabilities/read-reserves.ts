// What the house says it holds: the newest declaration of every place. Read by the public call, and
// by the proposal that would take the place of one.

import type { ReservePlace, ReservesPayload } from "@truetick/contract/proof";
import { formatMoney, money } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

const PLACES_MAX = 200;
const SECOND_MS = 1_000;

export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / SECOND_MS);
}

type Row = {
  place: string;
  currency: string;
  amount: string;
  usd: bigint;
  as_of: Date;
  document_hash: Buffer | null;
  declared_at: Date;
};

export type Reserves = {
  /** Millionths of a USD; null: nothing was ever declared. */
  readonly usd: bigint | null;
  /** The largest first; where nothing is left, nothing is listed. */
  readonly places: readonly ReservePlace[];
};

export async function readReserves(database: Database): Promise<Reserves> {
  const { rows } = await sql<Row>`
    select place, currency, trim_scale(amount)::text as amount, usd, as_of, document_hash,
      declared_at
    from (
      select distinct on (place) * from reserve_declaration order by place, id desc
    ) newest
    order by usd desc, place limit ${PLACES_MAX}`.execute(database);
  if (rows.length === 0) return { usd: null, places: [] };
  const usd = rows.reduce((sum, row) => sum + row.usd, 0n);
  return { usd, places: rows.filter((row) => row.usd > 0n).map(placeOf) };
}

function placeOf(row: Row): ReservePlace {
  const { place, currency, amount } = row;
  return {
    place,
    currency,
    amount,
    usd: formatMoney(money(row.usd)),
    asOf: secondsOf(row.as_of),
    documentHash: row.document_hash?.toString("hex") ?? "",
    declaredAt: secondsOf(row.declared_at),
  };
}

/** What stands for a place, in the words of a proposal; null: nothing. */
export async function findReserve(
  database: Database,
  place: string,
): Promise<ReservesPayload | null> {
  const { rows } = await sql<Row>`
    select place, currency, trim_scale(amount)::text as amount, usd, as_of, document_hash,
      declared_at
    from reserve_declaration where place = ${place} order by id desc limit 1`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const { asOf, documentHash, declaredAt: _, ...rest } = placeOf(row);
  return { ...rest, as_of: asOf, document: documentHash };
}
