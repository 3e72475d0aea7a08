// The balancer of `npm run cluster` before real servers: whom a new connection reaches while one
// of two is not ready, gone, or back.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { candidates, startBalancer } from "./balancer.mjs";

/** At once, unless the machine is busy with something else. */
const SOON = { timeout: 30_000 };

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

type Gateway = { readonly port: number; isReady: boolean; readonly server: Server };

async function openGateway(name: string, port = 0): Promise<Gateway> {
  const gateway = { isReady: true };
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/readyz" && !gateway.isReady ? 503 : 200;
    response.setHeader("connection", "close").end(name);
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  const { port: own } = server.address() as AddressInfo;
  stops.push(() => closeAll(server));
  return Object.assign(gateway, { port: own, server });
}

function closeAll(server: Server): Promise<unknown> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  return closed;
}

async function openTwo() {
  const [first, second] = [await openGateway("first"), await openGateway("second")];
  const targets = [first, second].map(({ port }, at) => ({ name: `gateway ${at + 1}`, port }));
  const balancer = await startBalancer({ port: 0, targets });
  stops.push(balancer.stop);
  await vi.waitFor(() => expect(balancer.isReady()).toBe(true), SOON);
  const ask = async () => (await fetch(`http://127.0.0.1:${balancer.port}/`)).text();
  const reached = async () => new Set([await ask(), await ask(), await ask(), await ask()]);
  return { first, second, balancer, reached };
}

describe("the balancer", () => {
  it("sends new connections to whoever is ready, and back when the other is again", async () => {
    const { first, second, reached } = await openTwo();
    first.isReady = false;
    await vi.waitFor(async () => expect(await reached()).toEqual(new Set(["second"])), SOON);
    first.isReady = true;
    second.isReady = false;
    await vi.waitFor(async () => expect(await reached()).toEqual(new Set(["first"])), SOON);
  });

  it("tries the next one at once when a gateway is gone", async () => {
    const { second, reached } = await openTwo();
    await closeAll(second.server);
    expect(await reached()).toEqual(new Set(["first"]));
  });

  it("lets those answer that are not ready, when nobody is", async () => {
    const { first, second, balancer, reached } = await openTwo();
    first.isReady = false;
    second.isReady = false;
    await vi.waitFor(() => expect(balancer.isReady()).toBe(false), SOON);
    expect((await reached()).size).toBeGreaterThan(0);
  });

  it("prefers the one with the fewest connections", () => {
    const one = { name: "one", port: 1, open: 3, state: "ready" as const };
    const two = { name: "two", port: 2, open: 1, state: "ready" as const };
    const gone = { name: "gone", port: 3, open: 0, state: "gone" as const };
    expect(candidates([one, two, gone]).map(({ name }) => name)).toEqual(["two", "one", "gone"]);
  });
});
