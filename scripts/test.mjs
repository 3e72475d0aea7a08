// `npm test`: the one gate. Checks Node, then leaves the rest to gate.mjs, which may use today's
// language. `--full` runs the long campaigns too; `--only=vitest,e2e` runs some of the steps.
import { requireNode } from "./node-version.mjs";

requireNode();
void import("./gate.mjs");
