// A server on this machine that speaks Twilio's documented protocol for sending a message, and can
// be told to be busy, broken, slow or refusing. For tests.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TwilioAccess } from "../twilio-carrier.ts";

export type LocalTwilio = {
  readonly access: TwilioAccess;
  /** What was accepted, in order. */
  readonly taken: Record<string, string>[];
  /** How many requests came, whatever became of them. */
  readonly asked: () => number;
  /** The most that were open at the same moment. */
  readonly openMost: () => number;
  /** The next answers, first to last; then messages are taken again. */
  readonly plan: (...moods: TwilioMood[]) => void;
  readonly close: () => Promise<void>;
};

export type TwilioMood = "busy" | "broken" | "hang" | "hangUp" | "badNumber" | "unauthorized";

const SID = "AC00000000000000000000000000000001";
const TOKEN = "local-token";

function errorBody(code: number, status: number, message: string) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

const ANSWERS = {
  busy: errorBody(20429, 429, "Too Many Requests"),
  broken: errorBody(20500, 500, "An internal server error has occurred"),
  badNumber: errorBody(21211, 400, "Invalid 'To' Phone Number"),
  unauthorized: errorBody(20003, 401, "Authenticate"),
} as const;

export async function startLocalTwilio(): Promise<LocalTwilio> {
  const taken: Record<string, string>[] = [];
  const moods: TwilioMood[] = [];
  let asked = 0;
  let open = 0;
  let openMost = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    open += 1;
    openMost = Math.max(openMost, open);
    response.once("close", () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString("utf8")));
    const wanted = `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString("base64")}`;
    const isOurs =
      request.method === "POST" &&
      request.url === `/2010-04-01/Accounts/${SID}/Messages.json` &&
      request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    const mood =
      request.headers.authorization === wanted && isOurs ? moods.shift() : "unauthorized";
    if (mood === "hang") return;
    if (mood === "hangUp") return void request.socket.destroy();
    const body = mood === undefined ? { sid: "SM1", status: "queued", ...form } : ANSWERS[mood];
    if (mood === undefined) taken.push(form);
    response.writeHead(mood === undefined ? 201 : ANSWERS[mood].status, {
      "content-type": "application/json",
      ...(mood === "busy" && { "retry-after": "1" }),
    });
    response.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    access: {
      accountSid: SID,
      authToken: TOKEN,
      sender: { kind: "number", from: "+15005550006" },
      origin: `http://127.0.0.1:${port}`,
    },
    taken,
    asked: () => asked,
    openMost: () => openMost,
    plan: (...next) => void moods.push(...next),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
