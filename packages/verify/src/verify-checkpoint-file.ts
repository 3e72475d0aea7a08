// A checkpoint as a file: what somebody keeps to compare with later, or gives to somebody else.

import { CHECKPOINT_FORMAT, type CheckpointBody } from "@truetick/proof";
import { openGround } from "./evidence/ground.ts";
import type { Verdict } from "./finding.ts";
import { verdictOf } from "./findings.ts";
import { withoutEnd } from "./one-line.ts";
import { guarded, openSealed } from "./opened-file.ts";
import type { VerifyOptions } from "./options.ts";

export async function verifyCheckpointFile(text: string, options: VerifyOptions): Promise<Verdict> {
  const opened = await openSealed<CheckpointBody>(withoutEnd(text), CHECKPOINT_FORMAT, options);
  const { findings, body } = opened;
  if (!body) return verdictOf(findings);
  const looked = await guarded("checkpoint", async () => {
    const ground = await openGround(body, body, options);
    return ground.findings;
  });
  return verdictOf([...findings, ...looked]);
}
