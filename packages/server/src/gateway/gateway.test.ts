// The life of a gateway: bound before there is anything to serve, attached, stopped.

import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import {
  ask,
  MARKET_CALLS,
  type OpenGateway,
  openBareGateway,
  openGateway,
  partsWith,
} from "./testing/open-gateway.ts";

const open: OpenGateway[] = [];
const remember = (gateway: OpenGateway) => {
  open.push(gateway);
  return gateway;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.stop()));
});

describe("gateway", () => {
  it("says that it is starting until it has something to serve", async () => {
    const gateway = remember(await openBareGateway());
    expect((await ask(gateway, "/healthz")).status).toBe(200);
    const ready = await ask(gateway, "/readyz");
    expect([ready.status, JSON.parse(ready.body)]).toEqual([503, { ready: false, starting: true }]);
    const call = await ask(gateway, "/v1/api/forex/trade_list");
    expect(call.status).toBe(503);
    expect(call.headers["retry-after"]).toBe("1");
    expect(JSON.parse(call.body)).toMatchObject({ code: 1503, reason: "UNAVAILABLE" });
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/v1/ws`);
    const status = await new Promise((resolve) => {
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.on("error", () => undefined);
    });
    expect(status).toBe(503);

    await gateway.attach(partsWith());
    expect((await ask(gateway, "/readyz")).status).toBe(200);
    expect((await ask(gateway, "/v1/api/forex/trade_list")).status).toBe(200);
  });

  it("serves whoever came a moment too early, when it is attached", async () => {
    const gateway = remember(await openBareGateway());
    const early = [1, 2, 3].map(() => ask(gateway, "/v1/api/forex/trade_list"));
    expect((await ask(gateway, "/healthz")).status).toBe(200);
    await gateway.attach(partsWith());
    const answers = await Promise.all(early);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("keeps nobody waiting who came too early, when it stops", async () => {
    const gateway = await openBareGateway();
    const early = request({ port: gateway.port, path: "/v1/api/forex/trade_list", agent: false });
    const answered = once(early, "response");
    early.end();
    // On its way before the other one is: who is asked nothing when it stops just hangs up.
    await once(early, "finish");
    expect((await ask(gateway, "/healthz")).status).toBe(200);
    await gateway.stop();
    expect((await answered)[0]).toMatchObject({ statusCode: 503 });
  });

  it("fails on an occupied port with the system's own error", async () => {
    const { port } = remember(await openBareGateway());
    await expect(openBareGateway({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("does not attach a route table that is broken, and names the call", async () => {
    const gateway = remember(await openBareGateway());
    const parts = partsWith({ calls: MARKET_CALLS, areas: [] });
    await expect(gateway.attach(parts)).rejects.toThrow("listMarkets has no handler");
    expect((await ask(gateway, "/v1/api/forex/trade_list")).status).toBe(503);
  });

  it("stops soon, whatever is still connected", async () => {
    const gateway = await openGateway();
    const silent = connect(gateway.port, "127.0.0.1");
    await new Promise((resolve) => silent.once("connect", resolve));
    const half = connect(gateway.port, "127.0.0.1");
    half.write("POST /v1/api/forex/trade_list HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
    for (const connection of [silent, half]) connection.on("error", () => undefined);
    const startedAtMs = performance.now();
    await gateway.stop();
    expect(performance.now() - startedAtMs).toBeLessThan(2_500);
    await expect(ask(gateway, "/healthz")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
