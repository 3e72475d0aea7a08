// A process that claims a lease and keeps it until it is killed or overtaken. Parameters: the
// database's address and the lease's name. Says "claimed", and "lost" when somebody else has it.

import { createLog } from "../../log.ts";
import { createLeaseKeeper } from "../lease-keeper.ts";

const [url, name] = process.argv.slice(2);
if (!url || !name) throw new Error("Invariant: an address and a name are given");

const address = { url, role: null };
const keeper = createLeaseKeeper({ address, owner: "child", log: createLog("silent") });
const lease = await keeper.waitFor(name, AbortSignal.timeout(10_000));
keeper.onLost(lease, () => {
  process.stdout.write("lost\n");
});
process.stdout.write("claimed\n");
// Its timers keep no process alive.
setInterval(() => undefined, 60_000);
