// Every yes that traders were given, and whether the journal keeps it: under its key once, accepted,
// in the row that holds the very event about the very order that was answered. Used by
// kills.test.ts.

import { createHash } from "node:crypto";
import { decodeEvents } from "@truetick/engine";
import type pg from "pg";
import type { Kind, Yes } from "./persistent-trader.ts";

type Promised = { readonly keyHash: string; readonly kind: Kind; readonly orderId: string };

type Row = { readonly key_hash: string; readonly refusal: unknown; readonly events: Buffer | null };

const EVENT_OF: Readonly<Record<Kind, string>> = {
  open: "OrderOpened",
  wait: "OrderPlaced",
  close: "OrderClosed",
  cancel: "OrderCancelled",
  amend: "OrderAmended",
  stops: "StopsSet",
};
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

async function lookUp(client: pg.Client, some: readonly Promised[]): Promise<string[]> {
  const { rows } = await client.query<Row>(
    `select replace(k.key_hash::text, '-', '') as key_hash, k.refusal, j.events
     from command_key k left join journal j on j.shard = k.shard and j.seq = k.journal_seq
     where k.key_hash = any ($1::uuid[])`,
    [some.map(({ keyHash }) => keyHash)],
  );
  const stored = new Map(rows.map((row) => [row.key_hash, row]));
  if (stored.size !== rows.length) return ["a key is stored twice"];
  return some
    .filter((promised) => !isKept(promised, stored.get(promised.keyHash)))
    .map(({ kind, orderId, keyHash }) => `${kind} of order ${orderId} (key ${keyHash})`);
}

function isKept({ kind, orderId }: Promised, row: Row | undefined): boolean {
  if (!row?.events || row.refusal !== null) return false;
  return decodeEvents(row.events).some(
    (event) =>
      event.type === EVENT_OF[kind] && "orderId" in event && String(event.orderId) === orderId,
  );
}
