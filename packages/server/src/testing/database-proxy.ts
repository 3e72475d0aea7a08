// Stands between a client and PostgreSQL and does to their connection what networks do: withholds
// replies, loses them, cuts. On a unix socket of its own, so that PostgreSQL sees the same user.

import { mkdtemp, rm } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type DatabaseProxy = {
  /** The same database, through here. */
  readonly url: string;
  /** Requests arrive, replies wait until `release`. */
  readonly withholdReplies: () => void;
  readonly release: () => void;
  /** Requests arrive, replies never do; the end of the next one cuts the connection. */
  readonly loseReplies: () => void;
  readonly cut: () => void;
  /** New connections are refused until `open`. */
  readonly shut: () => void;
  readonly open: () => void;
  readonly close: () => Promise<void>;
};

const SOCKET_NAME = ".s.PGSQL.5432";
const READY_FOR_QUERY = Buffer.from("Z\0\0\0\x05");

/** The server says that it is ready for more: whatever was asked is done. */
function isEndOfReply(chunk: Buffer): boolean {
  return chunk.subarray(-READY_FOR_QUERY.length - 1).indexOf(READY_FOR_QUERY) === 0;
}

export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const directory = await mkdtemp(join(tmpdir(), "truetick-proxy-"));
  const behind = decodeURIComponent(/[?&]host=([^&]+)/.exec(url)?.[1] ?? "");
  const pairs = new Set<{ client: Socket; server: Socket; waiting: Buffer[] }>();
  let mode: "pass" | "withhold" | "lose" = "pass";
  let isShut = false;

  const proxy = createServer((client) => {
    if (isShut) {
      client.destroy();
      return;
    }
    const server = createConnection(join(behind, SOCKET_NAME));
    const pair = { client, server, waiting: [] as Buffer[] };
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    pairs.add(pair);
    for (const socket of [client, server]) socket.on("error", end).on("close", end);
    client.on("data", (chunk) => server.write(chunk));
    server.on("data", (chunk: Buffer) => {
      if (mode === "pass") client.write(chunk);
      else if (mode === "withhold") pair.waiting.push(chunk);
      else if (isEndOfReply(chunk)) end();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(join(directory, SOCKET_NAME), resolve));

  const cut = () => {
    for (const { client } of [...pairs]) client.destroy();
  };
  return {
    url: url.replace(/([?&]host=)[^&]+/, `$1${encodeURIComponent(directory)}`),
    withholdReplies: () => {
      mode = "withhold";
    },
    release: () => {
      mode = "pass";
      for (const { client, waiting } of pairs)
        for (const chunk of waiting.splice(0)) client.write(chunk);
    },
    loseReplies: () => {
      mode = "lose";
    },
    cut,
    shut: () => {
      isShut = true;
    },
    open: () => {
      isShut = false;
      mode = "pass";
    },
    close: async () => {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
