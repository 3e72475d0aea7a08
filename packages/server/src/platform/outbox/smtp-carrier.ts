// E-mail through any SMTP server. One connection per message, ended with it: what a server that
// hangs can hold is bounded by the outbox's parallelism (F28). Invariants: one recipient in header
// and envelope (T12); a password is never sent over a connection that is not encrypted.

import { createTransport, type SendMailOptions } from "nodemailer";
import type { Carrier, Delivery, Letter } from "./carrier.ts";

export type MailFrom = { readonly name: string; readonly address: string };

export type SmtpAccess = {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte (smtps), else by STARTTLS. */
  readonly isSecure: boolean;
  /** Whether to go on when the server offers no encryption. */
  readonly needsTls: boolean;
  readonly user: { readonly name: string; readonly password: string } | null;
  readonly from: MailFrom;
};

const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 10_000;

export function createSmtpCarrier(access: SmtpAccess): Carrier {
  const { host, port, isSecure: secure, needsTls, user, from } = access;
  const options = {
    // The pooled kind, because it alone can be closed in the middle of a message.
    pool: true,
    maxConnections: 1,
    host,
    port,
    secure,
    requireTLS: needsTls && !secure,
    ...(user && { auth: { user: user.name, pass: user.password } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  return {
    name: "smtp",
    async deliver(letter, signal) {
      const transport = createTransport(options);
      const giveUp = () => transport.close({ force: true });
      signal.addEventListener("abort", giveUp, { once: true });
      try {
        if (signal.aborted) return { outcome: "failed", problem: "aborted" };
        await transport.sendMail(mailOf(letter, from));
        return { outcome: "sent" };
      } catch (error) {
        return describeFailure(error);
      } finally {
        signal.removeEventListener("abort", giveUp);
        transport.close();
      }
    },
  };
}

function mailOf(letter: Letter, from: MailFrom): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    from,
    // As an object, it is not parsed and cannot become two.
    to: { name: "", address: letter.to },
    envelope: { from: from.address, to: [letter.to] },
    subject: letter.subject,
    text: letter.text,
    textEncoding: "base64",
    messageId: `<${letter.reference}@${domain}>`,
    date: letter.createdAt,
    headers: {
      "Content-Language": letter.languageTag,
      // Nobody's holiday reply is wanted.
      "Auto-Submitted": "auto-generated",
    },
  };
}

/** What the server says by number; its words may quote the recipient. */
function describeFailure(error: unknown): Delivery {
  const { code, responseCode, permanent } = error as {
    code?: string;
    responseCode?: number;
    permanent?: boolean;
  };
  const problem = ["smtp", code, responseCode].filter(Boolean).join(" ");
  // Only a refusal of this recipient or this text is final: passwords and encryption that are not
  // taken are the operator's to mend.
  const isAboutMessage = code === "EENVELOPE" || code === "EMESSAGE";
  return { outcome: permanent === true && isAboutMessage ? "refused" : "failed", problem };
}
