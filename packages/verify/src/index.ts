// Checks what the platform hands out, with nothing but money, engine and proof: the same in a
// browser and on the command line. Nothing here asks a server anything.

export { verifyArchive } from "./archive/verify-archive.ts";
export { type Extended, verifyCheckpointExtension } from "./checkpoint-extension.ts";
export type { Check, Finding, Verdict } from "./finding.ts";
export { keysOf } from "./keys-of.ts";
export type { VerifyOptions } from "./options.ts";
export { verifyReceipt } from "./receipt/verify-receipt.ts";
export { replayArchive } from "./replay/replay-archive.ts";
export { verifyCheckpointFile } from "./verify-checkpoint-file.ts";
export { verifyTapeFile } from "./verify-tape-file.ts";
