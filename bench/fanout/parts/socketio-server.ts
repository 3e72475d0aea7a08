// socket.io as its documentation shows it: one emit per tick, to everybody.

import { createServer } from "node:http";
import { Server } from "socket.io";
import { obey } from "./control.ts";
import { createTicker, rowOf } from "./ticks.ts";

const http = createServer();
// Heartbeats are not what is measured; the clients of this bench answer none.
const io = new Server(http, { pingInterval: 3_600_000, perMessageDeflate: false });
let seq = 0;
const ticker = createTicker(Number(process.argv[2]), (tick) => {
  seq += 1;
  io.emit("DAY_MARKET", rowOf(tick, seq));
});
http.listen(Number(process.argv[3]), "127.0.0.1", () => {
  obey(Number(process.argv[3]), ticker.setRate);
});
