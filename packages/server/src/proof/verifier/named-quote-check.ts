// The quotes that the events of a shard name, held against the table that keeps them for ever: each
// is there, with the prices that the event used. Where there is one journal, the table has no
// other; shards that do not keep the tape also store what came before a quote they name. Used by
// check-books.ts.

import type { Event } from "@truetick/engine";
import type { ClientBase } from "pg";
import type { Findings } from "./fault.ts";

type Named = {
  readonly marketId: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  /** The row of the journal that names it. */
  readonly bySeq: number;
};

const LOG = "quote";

export class NamedQuoteCheck {
  readonly #client: ClientBase;
  readonly #findings: Findings;
  #waiting: Named[] = [];
  /** By market: a quote is the newest of its market when it is named, so numbers only rise. */
  readonly #newest = new Map<number, number>();
  readonly #counts = new Map<number, number>();

  constructor({ client, findings }: { client: ClientBase; findings: Findings }) {
    this.#client = client;
    this.#findings = findings;
  }

  take(event: Event, bySeq: number): void {
    for (const { marketId, seq, bid, ask } of namedBy(event)) {
      this.#waiting.push({ marketId, seq, bid, ask, bySeq });
      const newest = this.#newest.get(marketId) ?? 0;
      if (seq === newest) continue;
      if (seq < newest)
        this.#fault({ marketId, seq, what: "changed" }, bySeq, "was not the newest");
      this.#newest.set(marketId, Math.max(seq, newest));
      this.#counts.set(marketId, (this.#counts.get(marketId) ?? 0) + 1);
    }
  }

  /** Compares what was named since this was last asked. */
  async compare(): Promise<void> {
    const named = this.#waiting;
    this.#waiting = [];
    if (named.length === 0) return;
    const { rows } = await this.#client.query<{
      market_id: number;
      seq: string;
      bid: string;
      ask: string;
    }>({
      name: "verify-quotes",
      text: `select q.market_id, q.seq, q.bid, q.ask
             from (select distinct * from unnest($1::integer[], $2::bigint[])) n(market_id, seq)
             join tape_quote q on q.market_id = n.market_id and q.seq = n.seq`,
      values: [named.map(({ marketId }) => marketId), named.map(({ seq }) => seq)],
    });
    this.#findings.count(LOG, rows.length);
    const kept = new Map(
      rows.map(({ market_id, seq, bid, ask }) => [`${market_id}/${seq}`, `${bid}/${ask}`]),
    );
    for (const { marketId, seq, bid, ask, bySeq } of named) {
      const prices = kept.get(`${marketId}/${seq}`);
      if (prices === `${bid}/${ask}`) continue;
      const what = prices === undefined ? "missing" : "changed";
      this.#fault({ marketId, seq, what }, bySeq, `is ${prices ?? "gone"}, not ${bid}/${ask}`);
    }
  }

  /** After the only journal: whether the table has quotes that nothing names. */
  async finish(): Promise<void> {
    const { rows } = await this.#client.query<{ id: number; count: string }>(
      "select market_id as id, count(*) from tape_quote group by market_id order by market_id",
    );
    for (const { id, count } of rows) {
      if (Number(count) > (this.#counts.get(id) ?? 0)) await this.#findUnnamed(id);
    }
  }

  async #findUnnamed(marketId: number): Promise<void> {
    const { rows } = await this.#client.query<{ seq: string }>(
      `select q.seq from tape_quote q where q.market_id = $1 and q.seq not in (
         select tape_seq from fill where market_id = $1
         union all select tape_seq from financing where market_id = $1
         union all select l.seq from (
           select quote_conversion as legs from fill union all select base_conversion from fill
           union all select quote_conversion from financing union all select quotes from stop_out
         ) n cross join lateral jsonb_to_recordset(coalesce(n.legs, '[]'::jsonb))
           as l(market integer, seq bigint) where l.market = $1
       ) order by q.seq limit 1`,
      [marketId],
    );
    const seq = Number(rows[0]?.seq ?? 0);
    const detail = "no event names this quote";
    // One that was committed since we looked is named by a row that we have not read.
    if (rows[0]) this.#findings.add({ log: LOG, marketId, seq, what: "added", detail });
  }

  #fault(
    place: Pick<Named, "marketId" | "seq"> & { readonly what: "missing" | "changed" },
    bySeq: number,
    words: string,
  ): void {
    const detail = `the quote that row ${bySeq} of the journal names ${words}`;
    this.#findings.add({ log: LOG, ...place, detail });
  }
}

function namedBy(event: Event): readonly Omit<Named, "bySeq">[] {
  if ("fill" in event) {
    const { fill } = event;
    return [fill, ...fill.quoteConversion, ...fill.baseConversion];
  }
  if (event.type === "FinancingCharged") return [event, ...event.quoteConversion];
  return event.type === "StoppedOut" ? event.quotes : [];
}
