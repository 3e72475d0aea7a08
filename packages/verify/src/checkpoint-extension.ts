// Whether a later checkpoint extends an earlier one: every log of the earlier is still there and
// begins with what it had. What every witness asks, a browser or a program.

import {
  fromHex,
  hashesOf,
  isExtension,
  type KnownKey,
  type LogHead,
  openCheckpoint,
  type SignedCheckpoint,
} from "@truetick/proof";
import type { Finding, Verdict } from "./finding.ts";
import { bad, good, verdictOf } from "./findings.ts";

export type Extended = {
  readonly earlier: SignedCheckpoint;
  readonly later: SignedCheckpoint;
  /** By log, from the earlier size to the later; of logs that did not grow none is needed. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
};

/** Both signatures are checked, too. */
export async function verifyCheckpointExtension(
  { earlier, later, paths }: Extended,
  keys: readonly KnownKey[],
): Promise<Verdict> {
  const before = await openCheckpoint(earlier, keys);
  const after = await openCheckpoint(later, keys);
  if ("fault" in before) return verdictOf([bad("checkpoint", "earlier checkpoint", before.fault)]);
  if ("fault" in after) return verdictOf([bad("checkpoint", "later checkpoint", after.fault)]);
  const { checkpoint: old } = before;
  const { checkpoint: now } = after;
  if (earlier.text === later.text) return verdictOf([good("remembered", null)]);
  const findings: Finding[] = [];
  const where = `checkpoint ${now.number}`;
  if (old.number >= now.number || old.atMs > now.atMs) {
    findings.push(bad("remembered", where, `it does not come after checkpoint ${old.number}`));
  }
  if (old.origin !== now.origin || old.mode !== now.mode) {
    findings.push(bad("remembered", where, "it is of another platform or mode"));
  }
  for (const head of old.logs) {
    const next = now.logs.find(({ log }) => log === head.log);
    findings.push(extendLog(head, next, paths[head.log] ?? []));
  }
  return verdictOf(findings);
}

function extendLog(head: LogHead, next: LogHead | undefined, path: readonly string[]): Finding {
  const where = `log ${head.log}, first ${head.size} rows`;
  const hashes = hashesOf(path);
  const [fromRoot, toRoot] = [fromHex(head.root), fromHex(next?.root ?? "x")];
  if (!next || !hashes || !fromRoot || !toRoot) {
    return bad("remembered", where, "the later checkpoint does not have them");
  }
  const isGood = isExtension({
    from: head.size,
    to: next.size,
    fromRoot,
    toRoot,
    path: hashes,
  });
  if (isGood) return good("remembered", `log ${head.log} extends what was remembered`);
  return bad("remembered", where, "they are not what was remembered: the past was changed");
}
