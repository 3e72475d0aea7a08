// The conventional peer as a server: a bare node:http, no routing, no sessions, no validation, in
// front of one transaction per order. Parameters: the database, the port, how many accounts.

import { createServer } from "node:http";
import { closeOnce, openOnce, startConventional } from "./conventional.ts";

const [url, port, accounts] = process.argv.slice(2);
if (!url || !port) throw new Error("Invariant: a database and a port are given");

const { pool } = await startConventional(url, Number(accounts));

type Asked = { account: number; key: string; id?: string };

async function answer(path: string, asked: Asked): Promise<unknown> {
  if (path === "/close") {
    await closeOnce(pool, { account: asked.account, key: asked.key, orderId: asked.id ?? "" });
    return { Id: asked.id };
  }
  return { Id: await openOnce(pool, { account: asked.account, key: asked.key }) };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const asked: Asked = JSON.parse(Buffer.concat(chunks).toString());
    answer(request.url ?? "", asked).then(
      (found) => {
        const body = JSON.stringify({ code: 1, msg: "", data: found });
        response.writeHead(200, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        });
        response.end(body);
      },
      () => {
        response.writeHead(500, { "content-length": 0 });
        response.end();
      },
    );
  });
});
server.listen(Number(port), "127.0.0.1", () => console.log("ready"));
process.once("SIGTERM", () => process.exit(0));
