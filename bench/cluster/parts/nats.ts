// A nats-server for a bench, on a port of its own, and two connections to it. Null where there is
// no nats-server; `npm run cluster` and the tests fetch one.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { type Bus, connectNatsBus, type createLog } from "@truetick/server";
import { findNats } from "../../../scripts/nats.mjs";

export type BenchNats = {
  readonly here: Bus;
  readonly there: Bus;
  readonly stop: () => Promise<void>;
};

export async function startNats(log: ReturnType<typeof createLog>): Promise<BenchNats | null> {
  const path = findNats();
  if (path === null) return null;
  const port = await freePort();
  const child = spawn(path, ["--addr", "127.0.0.1", "--port", String(port)], { stdio: "ignore" });
  const options = { url: `nats://127.0.0.1:${port}`, prefix: "bench", log };
  const here = await connectNatsBus({ ...options, name: "gateway" });
  const there = await connectNatsBus({ ...options, name: "engine" });
  return {
    here,
    there,
    stop: async () => {
      await here.stop();
      await there.stop();
      const gone = once(child, "exit");
      child.kill();
      await gone;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("Invariant: it has a port");
  return address.port;
}
