// Feeds a nats-server: every tick is published as it comes, over NATS's own protocol. The fan-out
// to WebSocket clients is nats-server's, and only its processor time counts.

import { connect } from "node:net";
import { obey } from "./control.ts";
import { codeOf, createTicker, rowOf } from "./ticks.ts";

const [markets, port] = process.argv.slice(2);
const connection = connect(Number(port), "127.0.0.1");
connection.on("data", (said) => {
  if (String(said).startsWith("PING")) connection.write("PONG\r\n");
});
connection.write('CONNECT {"verbose":false,"pedantic":false}\r\n');
let seq = 0;
const ticker = createTicker(Number(markets), (tick) => {
  seq += 1;
  const text = JSON.stringify(rowOf(tick, seq));
  connection.write(`PUB quotes.${codeOf(tick.at)} ${text.length}\r\n${text}\r\n`);
});
obey(Number(port), ticker.setRate);
