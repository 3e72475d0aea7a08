// The evidence of what did not hold, as a file: what this browser remembers, with the operator's
// own signatures, and what was found.

import { saveFile } from "@truetick/ui/state";
import type { WitnessMemory } from "./witness-memory.ts";

export function saveEvidence(memory: WitnessMemory, origin: string): void {
  const { keys, checkpoints, alarms } = memory;
  const evidence = { format: "truetick.alarm/1", origin, alarms, keys, checkpoints };
  const file = new Blob([JSON.stringify(evidence, null, 2)], { type: "application/json" });
  const [day] = new Date().toISOString().split("T");
  saveFile(file, `truetick-evidence-${day}.json`);
}
