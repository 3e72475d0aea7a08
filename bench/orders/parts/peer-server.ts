// The conventional peer as a server: node:http without a framework in front of one transaction per
// order. Parameters: the database and the port; the tokens of its traders come on standard input.

import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type Answered, startConventionalApi } from "./conventional-api.ts";

const [url, port] = process.argv.slice(2);
if (!url || !port) throw new Error("Invariant: a database and a port are given");

const tokens = JSON.parse(await text(process.stdin)) as string[];
const api = await startConventionalApi(url, tokens);

function answer(request: IncomingMessage, body: string): Promise<Answered> {
  const token = String(request.headers.authorization);
  const key = String(request.headers["idempotency-key"]);
  const asked = { token, key, fields: JSON.parse(body) };
  return request.url === "/v1/api/forex/close" ? api.close(asked) : api.open(asked);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    answer(request, Buffer.concat(chunks).toString()).then(
      (found) => {
        const body = JSON.stringify({ code: 1, msg: "", data: found });
        response.writeHead(200, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error: unknown) => {
        const body = String(error);
        response.writeHead(500, { "content-length": Buffer.byteLength(body) });
        response.end(body);
      },
    );
  });
});
server.listen(Number(port), "127.0.0.1", () => console.log("ready"));
process.once("SIGTERM", () => process.exit(0));
