// Measures in seconds the unit costs that are cheap to measure, beside those that are entered in
// costs.json. Fails when one is more than three times what is entered: then the model of
// capacity.ts speaks of another program, and the figure has to be entered anew.

import { COSTS } from "./parts/costs.ts";
import { measureDisk } from "./parts/measure-disk.ts";
import { measureMemory } from "./parts/measure-memory.ts";
import { measureSockets } from "./parts/measure-sockets.ts";

const APART_MAX = 3;

const measured = {
  ...measureMemory(),
  ...(await measureDisk()),
  ...(process.platform === "linux" ? await measureSockets() : {}),
};
let strays = 0;
for (const [name, value] of Object.entries(measured)) {
  const entered = COSTS.get(name);
  const ratio = entered ? value / entered.value : Number.NaN;
  const isStray = !(ratio <= APART_MAX);
  if (isStray) strays += 1;
  const words = `${value.toPrecision(3).padStart(8)} ${entered?.unit ?? ""}`;
  console.log(`${name.padEnd(20)} ${words}, entered ${entered?.value ?? "nothing"}`);
}
if (strays > 0) console.log(`FAILED: ${strays} cost more than three times what is entered`);
process.exit(strays === 0 ? 0 : 1);
