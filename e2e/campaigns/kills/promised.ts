// Every yes that traders were given, and whether the record keeps it: under its key once, accepted,
// with its row of the journal, and about the very order that was answered: its fill, its placing or
// its end is of that row. Used by kills.test.ts.

import { createHash } from "node:crypto";
import type pg from "pg";
import type { Kind, Yes } from "./persistent-trader.ts";

type Promised = { readonly keyHash: string; readonly kind: Kind; readonly orderId: string };

const AT_ONCE = 5_000;
const HASH_CHARS = 32;

export class PromiseBook {
  readonly #all: Promised[] = [];
  /** How many of them were looked up already. */
  #checked = 0;

  get size(): number {
    return this.#all.length;
  }

  /** Orders that were taken. */
  get orders(): number {
    return this.#all.filter(({ kind }) => kind === "open" || kind === "wait").length;
  }

  note({ userId, key, orderId, attempt }: Yes): void {
    const hash = createHash("sha256").update(`${userId}\0key/${key}`).digest("hex");
    this.#all.push({ keyHash: hash.slice(0, HASH_CHARS), kind: attempt.kind, orderId });
  }

  /** Those that are not kept as they were told, of all or of what is new; empty is right. */
  async broken(client: pg.Client, which: "new" | "all"): Promise<string[]> {
    const faults: string[] = [];
    const end = this.#all.length;
    for (let at = which === "all" ? 0 : this.#checked; at < end; at += AT_ONCE) {
      faults.push(...(await lookUp(client, this.#all.slice(at, Math.min(at + AT_ONCE, end)))));
    }
    this.#checked = end;
    return faults;
  }
}

/** An amendment or new stops are overwritten by the next: their key and their row must be there. */
async function lookUp(client: pg.Client, some: readonly Promised[]): Promise<string[]> {
  const { rows } = await client.query<{ key_hash: string }>(
    `select replace(k.key_hash::text, '-', '') as key_hash
     from unnest($1::uuid[], $2::text[], $3::bigint[]) as p(key_hash, kind, order_id)
     join command_key k on k.key_hash = p.key_hash and k.refusal is null
     join journal j on j.shard = k.shard and j.seq = k.journal_seq
     join trade_order o on o.order_id = p.order_id and o.shard = k.shard
     left join fill f on f.order_id = p.order_id and f.kind = p.kind
       and f.shard = k.shard and f.journal_seq = k.journal_seq
     where case p.kind
       when 'open' then f.order_id is not null
       when 'close' then f.order_id is not null
       when 'wait' then o.placed_at_ms = k.at_ms
       when 'cancel' then o.status = 'cancelled' and o.journal_seq = k.journal_seq
       else true end`,
    [
      some.map(({ keyHash }) => keyHash),
      some.map(({ kind }) => kind),
      some.map(({ orderId }) => orderId),
    ],
  );
  const kept = new Set(rows.map(({ key_hash }) => key_hash));
  if (kept.size !== rows.length) return ["an act is stored twice under one key"];
  return some
    .filter(({ keyHash }) => !kept.has(keyHash))
    .map(({ kind, orderId, keyHash }) => `${kind} of order ${orderId} (key ${keyHash})`);
}
