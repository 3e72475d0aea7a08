// Which rows of the journal concern an account, packed: the first number, and the step to each one
// after it. Written by the keeper, read by receipts and archives. The rows that concern no account
// but everybody (markets, sessions, days) stand under account 0.

import type { Command, Event } from "@truetick/engine";

/** Rows about no account. */
export const EVERYBODY = 0;
const MORE = 0x80;

export function packSteps(seqs: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const [index, seq] of seqs.entries()) {
    if (index === 0) continue;
    let rest = seq - (seqs[index - 1] ?? 0);
    while (rest >= MORE) {
      bytes.push((rest % MORE) + MORE);
      rest = Math.floor(rest / MORE);
    }
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

export function unpackSteps(firstSeq: number, steps: Uint8Array): number[] {
  const seqs = [firstSeq];
  let seq = firstSeq;
  let weight = 1;
  for (const byte of steps) {
    seq += (byte % MORE) * weight;
    weight *= MORE;
    if (byte >= MORE) continue;
    seqs.push(seq);
    weight = 1;
  }
  return seqs;
}

/** The accounts that an event or a command names; none: it is about everybody. */
export function accountsOf(fact: Event | Command): readonly number[] {
  if ("accountId" in fact) return [fact.accountId];
  if ("fromAccountId" in fact) return [fact.fromAccountId, fact.toAccountId];
  return [];
}
