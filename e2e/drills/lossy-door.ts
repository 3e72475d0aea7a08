// A door in front of a platform that lets every request in and loses some of the answers: the
// platform has answered, and the client's connection breaks before it hears. Used by the drill
// of F17.

import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type LossyDoor = {
  readonly origin: string;
  /** Answers that nobody heard. */
  readonly lost: () => number;
  readonly close: () => Promise<void>;
};

/** `share`: of all answers to requests that have an idempotency key. */
export async function openLossyDoor(origin: string, share: number): Promise<LossyDoor> {
  const agent = new Agent({ keepAlive: true });
  let lost = 0;
  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const { method, headers } = asked;
    const onward = request(origin + asked.url, { method, headers, agent });
    asked.pipe(onward);
    // Node's type of the event's arguments.
    const [heard] = (await once(onward, "response")) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of heard) chunks.push(chunk);
    const isLost = headers["idempotency-key"] !== undefined && Math.random() < share;
    if (isLost) {
      lost += 1;
      asked.socket.destroy();
      return;
    }
    answer.writeHead(heard.statusCode ?? 502, heard.headers).end(Buffer.concat(chunks));
  };
  const server = createServer((asked, answer) => {
    pass(asked, answer).catch(() => asked.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // A server that listens on a port has such an address.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
