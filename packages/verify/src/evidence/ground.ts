// What the evidence of a file stands on: its checkpoint, signed by a key the reader believes in,
// and in agreement with what the reader remembers. Made once per file, before anything is opened.

import {
  type Checkpoint,
  type CheckpointExtension,
  type KnownKey,
  type LogHead,
  openCheckpoint,
  readCheckpoint,
  type SignedCheckpoint,
} from "@truetick/proof";
import { verifyCheckpointExtension } from "../checkpoint-extension.ts";
import type { Finding } from "../finding.ts";
import { bad, good } from "../findings.ts";
import type { VerifyOptions } from "../options.ts";

export type Ground = {
  readonly findings: readonly Finding[];
  /** Null when it cannot be read at all. */
  readonly checkpoint: Checkpoint | null;
  readonly headOf: (log: string) => LogHead | undefined;
};

type Shown = {
  readonly checkpoint: SignedCheckpoint;
  readonly extension: CheckpointExtension | null;
};

type Issued = { readonly mode: string; readonly origin: string };

export async function openGround(
  { checkpoint: signed, extension }: Shown,
  issued: Issued,
  options: VerifyOptions,
): Promise<Ground> {
  const findings: Finding[] = [];
  const opened = await openKnown(signed, options.keys);
  const checkpoint = "fault" in opened ? readCheckpoint(signed.text) : opened.checkpoint;
  const name = checkpoint ? `checkpoint ${checkpoint.number}` : "checkpoint";
  if ("fault" in opened) findings.push(bad("checkpoint", name, opened.fault));
  else findings.push(good("checkpoint", `${name}, signed with key ${opened.checkpoint.keyId}`));
  if (checkpoint && (checkpoint.mode !== issued.mode || checkpoint.origin !== issued.origin)) {
    findings.push(bad("checkpoint", name, "it is of another platform or mode than the file"));
  }
  findings.push(...(await rememberedFindings({ checkpoint: signed, extension }, options)));
  const headOf = (log: string) => checkpoint?.logs.find((head) => head.log === log);
  return { findings, checkpoint, headOf };
}

type Good = { readonly text: string; readonly signature: string; readonly checkpoint: Checkpoint };

/** The last one that was good, by the keys it was good for: files of one export share theirs. */
const lastGood = new WeakMap<readonly KnownKey[], Good>();

async function openKnown(signed: SignedCheckpoint, keys: readonly KnownKey[]) {
  const last = lastGood.get(keys);
  if (last?.text === signed.text && last.signature === signed.signature) return last;
  const opened = await openCheckpoint(signed, keys);
  if (!("fault" in opened)) lastGood.set(keys, { ...signed, ...opened });
  return opened;
}

/** Whether the file's checkpoint and the remembered one are of one history. */
async function rememberedFindings(shown: Shown, options: VerifyOptions): Promise<Finding[]> {
  const { remembered, keys } = options;
  if (!remembered) return [];
  const { checkpoint } = shown;
  if (remembered.text === checkpoint.text) return [good("remembered", "it is the one remembered")];
  const before = readCheckpoint(remembered.text);
  const now = readCheckpoint(checkpoint.text);
  if (!before || !now) return [bad("remembered", "remembered checkpoint", "it cannot be read")];
  const isForward = before.number < now.number;
  const [earlier, later] = isForward ? [remembered, checkpoint] : [checkpoint, remembered];
  const found = [options.extension, shown.extension].find(
    (extension) => extension?.from.text === earlier.text,
  );
  if (!found) {
    const where = `checkpoint ${now.number} after ${before.number}`;
    return [bad("remembered", where, "nothing shows that the one extends the other")];
  }
  const { findings } = await verifyCheckpointExtension(
    { earlier, later, paths: found.paths },
    keys,
  );
  return [...findings];
}
