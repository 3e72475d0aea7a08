// What a check is told besides the file.

import type { CheckpointExtension, KnownKey, SignedCheckpoint } from "@truetick/proof";

export type VerifyOptions = {
  /** The operator's keys that the reader believes in. */
  readonly keys: readonly KnownKey[];
  /** A checkpoint that the reader saw at some time: what the file shows must agree with it. */
  readonly remembered?: SignedCheckpoint | null;
  /** How the later of the two checkpoints extends the earlier, where the file does not tell. */
  readonly extension?: CheckpointExtension | null;
};
