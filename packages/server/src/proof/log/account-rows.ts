// Which rows of the journal concern an account, packed: per bucket of accounts, pairs of an account
// and the step from the row before. Written by the keeper, read by receipts and archives. The rows
// that concern no account but everybody (markets, sessions, days) stand under account 0.

import { type Command, decodeCommand, type Event, splitEvents } from "@truetick/engine";

/** Rows about no account. */
export const EVERYBODY = 0;
export const BUCKETS = 256;
const MORE = 0x80;
const BYTES_AT_START = 256;
/** Two integers of at most eight bytes each. */
const ENTRY_BYTES_MAX = 16;

/** Rows of one bucket as they come, in the order of the journal. */
export class AccountRows {
  #bytes = Buffer.allocUnsafe(BYTES_AT_START);
  #end = 0;
  #firstSeq = 0;
  #lastSeq = 0;

  get firstSeq(): number {
    return this.#firstSeq;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  add(account: number, seq: number): void {
    if (this.#end + ENTRY_BYTES_MAX > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, this.#bytes]);
    }
    if (this.#end === 0) {
      this.#firstSeq = seq;
      this.#lastSeq = seq;
    }
    this.#write(account);
    this.#write(seq - this.#lastSeq);
    this.#lastSeq = seq;
  }

  packed(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  #write(value: number): void {
    let rest = value;
    while (rest >= MORE) {
      this.#bytes[this.#end] = (rest % MORE) + MORE;
      this.#end += 1;
      rest = Math.floor(rest / MORE);
    }
    this.#bytes[this.#end] = rest;
    this.#end += 1;
  }
}

/** The rows of one account, in order. */
export function rowsOfAccount(
  { firstSeq, entries }: { readonly firstSeq: number; readonly entries: Uint8Array },
  account: number,
): number[] {
  const seqs: number[] = [];
  let seq = firstSeq;
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let weight = 1; ; weight *= MORE) {
      const byte = entries[at];
      if (byte === undefined) throw new Error("Invariant: the entries of a bucket are whole");
      at += 1;
      value += (byte % MORE) * weight;
      if (byte < MORE) return value;
    }
  };
  while (at < entries.length) {
    const whose = next();
    seq += next();
    if (whose === account) seqs.push(seq);
  }
  return seqs;
}

/** The accounts that an event or a command names; none: it is about everybody. */
function accountsOf(fact: Event | Command): readonly number[] {
  if ("accountId" in fact) return [fact.accountId];
  if ("fromAccountId" in fact) return [fact.fromAccountId, fact.toAccountId];
  return NOBODY;
}

const NOBODY: readonly number[] = [];

/** Whom a row concerns: whomever its events name, or else its command; or everybody. */
export function concernedBy(command: Uint8Array, events: Uint8Array): ReadonlySet<number> {
  const accounts = new Set<number>();
  for (const { event } of splitEvents(events)) {
    const named = accountsOf(event);
    for (const account of named) accounts.add(account);
    if (named.length === 0) accounts.add(EVERYBODY);
  }
  if (accounts.size === 0) for (const one of accountsOf(decodeCommand(command))) accounts.add(one);
  return accounts;
}
