// What one writes first: `ws`, and for every tick and every client a JSON.stringify and a send.
// With sets, a client is sent the markets it named.

import { type WebSocket, WebSocketServer } from "ws";
import { obey } from "./control.ts";
import { codeOf, createTicker, rowOf } from "./ticks.ts";

const server = new WebSocketServer({ port: Number(process.argv[3]), host: "127.0.0.1" });
const wanted = new Map<WebSocket, Set<string>>();
let seq = 0;
server.on("connection", (socket) => {
  const codes = new Set<string>();
  wanted.set(socket, codes);
  socket.on("message", (said) => {
    if (String(said) === "ping") socket.send("pong");
    else codes.add(JSON.parse(String(said)).params.split(".")[1] ?? "*");
  });
  socket.on("error", () => undefined);
  socket.on("close", () => wanted.delete(socket));
});
const ticker = createTicker(Number(process.argv[2]), (tick) => {
  seq += 1;
  const row = rowOf(tick, seq);
  const code = codeOf(tick.at);
  for (const [socket, codes] of wanted) {
    if (!codes.has("*") && !codes.has(code)) continue;
    socket.send(JSON.stringify({ type: "DAY_MARKET", data: row }));
  }
});
obey(Number(process.argv[3]), ticker.setRate);
