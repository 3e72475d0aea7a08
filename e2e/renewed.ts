// The same platform at an address of its own, whose build can be renewed in the middle of a
// journey: from then on its service worker says another version, as after a deployment. A browser
// asks for a worker past everything a journey could intercept, so that this stands in between.
import { once } from "node:events";
import { request as ask, createServer, type IncomingMessage } from "node:http";
import { connect as dial, type Socket } from "node:net";
import type { Platform } from "./platform.ts";
import { freePort } from "./program.ts";

const WORKER = "/service-worker.js";

export type Renewable = {
  readonly origin: string;
  readonly renew: () => void;
  readonly stop: () => void;
};

/** As the platform expects them from its own pages, and nothing packed that is to be changed. */
function headersFor({ url, headers }: IncomingMessage, platform: URL) {
  const own = { ...headers, host: platform.host };
  if (headers.origin !== undefined) own.origin = platform.origin;
  return url === WORKER ? { ...own, "accept-encoding": "identity", "if-none-match": "" } : own;
}

export async function standBefore({ origin }: Pick<Platform, "origin">): Promise<Renewable> {
  const platform = new URL(origin);
  const port = await freePort();
  const ends = new Set<Socket>();
  let isRenewed = false;
  const door = createServer((asked, answer) => {
    const { method, url: path } = asked;
    const target = { host: "127.0.0.1", port: platform.port, method, path };
    const onward = ask({ ...target, headers: headersFor(asked, platform) }, async (came) => {
      if (path !== WORKER || !isRenewed) {
        answer.writeHead(came.statusCode ?? 502, came.headers);
        came.pipe(answer);
        return;
      }
      const text = (await came.setEncoding("utf8").toArray()).join("");
      const { "content-length": _length, etag: _tag, ...headers } = came.headers;
      answer.writeHead(came.statusCode ?? 502, headers);
      answer.end(text.replace(/version:(["'`])/, "version:$1renewed-"));
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  door.on("upgrade", (asked: IncomingMessage, browser: Socket) => {
    const server = dial(Number(platform.port), "127.0.0.1");
    for (const end of [browser, server]) {
      ends.add(end);
      end.on("error", () => end.destroy());
      end.on("close", () => ends.delete(end));
    }
    const lines = Object.entries(headersFor(asked, platform)).map((pair) => pair.join(": "));
    server.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    server.pipe(browser).pipe(server);
  });
  door.listen(port);
  await once(door, "listening");
  return {
    origin: `http://localhost:${port}`,
    renew: () => {
      isRenewed = true;
    },
    stop: () => {
      for (const end of ends) end.destroy();
      door.closeAllConnections();
      door.close();
    },
  };
}
