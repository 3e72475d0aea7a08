// 500 clients that log in over and over, in a process of their own so that what they cost is not
// measured as the orders' wait. Started by order-latency.ts with the port; for each line it is
// given it logs in for so many seconds, and prints how often it was let in and turned away.

import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpConnection } from "../../orders/parts/http-client.ts";
import { PASSWORD } from "../../orders/parts/servers.ts";
import { ACCOUNTS_PER_CLIENT, addressHeader, CLIENTS, type Tally } from "./storm.ts";

/** As the answer asks: a second; not all at the same moment. */
const waitWhenRefusedMs = () => 500 + 1_000 * Math.random();
const FIRST_ADDRESS = 1_000;

const port = Number(process.argv[2]);
const connections = await Promise.all(
  Array.from({ length: CLIENTS }, () => HttpConnection.open(port)),
);

async function logInOverAndOver(client: number, endsAt: number, tally: Tally): Promise<void> {
  const headers = addressHeader(FIRST_ADDRESS + client);
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const number = 1 + client * ACCOUNTS_PER_CLIENT + (turn % ACCOUNTS_PER_CLIENT);
    const account = `trader${number}@bench.test`;
    const body = JSON.stringify({ account, password: PASSWORD, login_type: "email" });
    const answered = await connections[client]?.post("/api/user/loginForU", headers, body);
    const { code, reason = "none" } = JSON.parse(answered?.body ?? "{}");
    if (code === 1) tally.letIn += 1;
    else if (reason === "BUSY" && answered?.status === 429) tally.busy += 1;
    else tally.other[reason] = (tally.other[reason] ?? 0) + 1;
    if (code !== 1) await sleep(waitWhenRefusedMs());
  }
}

console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const endsAt = performance.now() + 1_000 * Number(line);
  const tally: Tally = { letIn: 0, busy: 0, other: {} };
  await Promise.all(connections.map((_, client) => logInOverAndOver(client, endsAt, tally)));
  console.log(JSON.stringify(tally));
}
for (const connection of connections) connection.close();
