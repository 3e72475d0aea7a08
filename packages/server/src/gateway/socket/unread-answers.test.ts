// A client that speaks and does not read: what it is answered waits in a bounded amount, whatever
// it says, and then the client is let go (F18, T77).

import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { createMovedQuotes, liveWith, partsWith } from "../testing/open-gateway.ts";
import { callSocket } from "../testing/socket-caller.ts";
import { createLiveSocket } from "./live-socket.ts";
import { SOCKET_LIMITS } from "./socket-limits.ts";

const SOON = { timeout: 10_000 };
const unsentBytesMax = 20_000;
/** The longest that one message is answered with. */
const ANSWER_BYTES_MAX = 500;

/** A caller, and our end of the connection, which takes what is written and sends none of it. */
async function stuckCaller() {
  const limits = { ...SOCKET_LIMITS, messagesPerSecondMax: 1e6, unsentBytesMax, goodbyeMs: 9_000 };
  const live = createLiveSocket({
    ...partsWith(),
    sources: liveWith(createMovedQuotes()),
    clock: systemClock,
    isOwnOrigin: () => true,
    trustedProxies: 0,
    countFrame: () => undefined,
    refuseHandshake: (connection) => connection.destroy(),
    log: createLog("silent"),
    limits,
  });
  const server = createServer().on("upgrade", live.open).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    await live.drain();
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Invariant: it has a port");
  const upgraded = once(server, "upgrade");
  const caller = await callSocket(address);
  const [, connection] = await upgraded;
  connection.cork();
  return { ...caller, connection };
}

it.each([
  ["an answer", (socket: WebSocket) => socket.send('{"type":"sub","params":"x"}')],
  ["a login's answer", (socket: WebSocket) => socket.send('{"type":"login","params":"guess"}')],
  ["a pong", (socket: WebSocket) => socket.send("ping")],
  ["the library's own pong", (socket: WebSocket) => socket.ping("x".repeat(100))],
])("F18: %s that is not read is followed by a few more, then by 1013", async (_what, say) => {
  const { socket, connection, closed } = await stuckCaller();
  for (let at = 0; at < 10_000; at += 1) say(socket);
  await expect.poll(() => connection.writableLength, SOON).toBeGreaterThan(unsentBytesMax);
  await sleep(300);
  expect(connection.writableLength).toBeLessThan(unsentBytesMax + ANSWER_BYTES_MAX);
  connection.uncork();
  expect(await closed).toEqual({ code: 1013, reason: "too slow" });
});
