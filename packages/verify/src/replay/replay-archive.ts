// Plays an archive again: a fresh engine is fed the markets, the quotes in their order and the
// account's own commands, and every event and balance that comes out is compared with what is
// recorded. Stops at the first difference and names its row.

import { type Archive, readArchive } from "../archive/read-archive.ts";
import type { Finding, Verdict } from "../finding.ts";
import { bad, good, verdictOf } from "../findings.ts";
import { guarded } from "../opened-file.ts";
import type { VerifyOptions } from "../options.ts";
import { Player } from "./player.ts";

/** Signatures and inclusion are checked on the way; `verifyArchive` compares the tables, too. */
export async function replayArchive(text: string, options: VerifyOptions): Promise<Verdict> {
  const findings = await guarded("archive", async () => {
    const archive = await readArchive(text, options);
    const broken = archive.findings.filter(({ isGood }) => !isGood);
    return broken.length > 0 ? broken : replayFindings(archive);
  });
  return verdictOf(findings);
}

function replayFindings(archive: Archive): Finding[] {
  const { head, rows, entries } = archive;
  if (!head) return [];
  const player = new Player(archive, head);
  for (const row of rows) {
    const fault = player.play(row);
    if (fault) return [...player.notes, fault];
  }
  const fault = player.finish();
  if (fault) return [...player.notes, fault];
  const told = BigInt(entries.at(-1)?.balance ?? 0);
  const cash = player.cash ?? 0n;
  if (cash !== told) {
    const where = `journal/0 row ${entries.at(-1)?.seq ?? 0}`;
    return [bad("balance", where, `the replay ends at ${cash}, the ledger at ${told}`)];
  }
  const done = `${player.events} events and ${player.quotes} quotes played again`;
  return [...player.notes, good("replay", `${done}; the balance ends at ${cash} millionths`)];
}
