// A mail server on this machine, the real protocol by a real implementation, that keeps what it is
// sent and can be told to refuse, to be busy or to fall silent. For tests.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { SmtpAccess } from "../smtp-carrier.ts";

export type ReceivedMail = {
  readonly from: string;
  readonly recipients: readonly string[];
  /** As it came over the wire. */
  readonly raw: string;
};

export type MailMood = "busy" | "unknownRecipient" | "silent";

export type LocalMailServer = {
  readonly access: SmtpAccess;
  readonly received: ReceivedMail[];
  readonly plan: (...moods: MailMood[]) => void;
  readonly openConnections: () => number;
  readonly close: () => Promise<void>;
};

const REPLIES = {
  busy: { code: 451, text: "busy, try again later" },
  unknownRecipient: { code: 550, text: "no such user here" },
} as const;

export async function startLocalMailServer(): Promise<LocalMailServer> {
  const received: ReceivedMail[] = [];
  const moods: MailMood[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === "right"
        ? callback(null, { user: String(username) })
        : callback(Object.assign(new Error("wrong"), { responseCode: 535 })),
    onRcptTo: (_address, _session, callback) => {
      const mood = moods.shift();
      if (mood === "silent") return;
      if (mood === undefined) return callback();
      const { code, text } = REPLIES[mood];
      callback(Object.assign(new Error(text), { responseCode: code }));
    },
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          recipients: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        callback();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    access: {
      host: "127.0.0.1",
      port,
      isSecure: false,
      needsTls: false,
      user: null,
      from: { name: "Truetick", address: "no-reply@truetick.test" },
    },
    received,
    plan: (...next) => void moods.push(...next),
    openConnections: () => server.connections.size,
    close: async () => {
      for (const connection of server.connections) connection.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
