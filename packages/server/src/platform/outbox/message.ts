// A message to a person outside of the app, and the one way to send it. Everything that tells
// somebody something by e-mail, SMS or push asks a Messenger; what is sent through, and when, is
// the outbox's matter. Invariant: one message has one recipient (T12).

import type { Language } from "@truetick/contract";
import type { Database } from "../database.ts";

export const CHANNELS = ["email", "sms", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

export type OutgoingMessage = {
  readonly channel: Channel;
  /** One normalised address: an e-mail address, a number in E.164, or the number of a device. */
  readonly to: string;
  /** What it is about, in camel case: "verifyCode". For counters and file names. */
  readonly kind: string;
  readonly language: Language;
  /** Of an e-mail; the others have none and ignore it. One line. */
  readonly subject: string;
  readonly text: string;
  /** The code inside the text, when there is one; such a message is worthless soon. */
  readonly code?: string;
  /** Makes worthless what waits for the same recipient with the same kind and this purpose. */
  readonly replaces?: string;
};

export type Messenger = {
  /** Settles once the message is kept durably; it goes out by itself afterwards. */
  readonly send: (message: OutgoingMessage) => Promise<void>;
  /** False where no provider is set up for the channel and the sandbox's files are no way out. */
  readonly canSend: (channel: Channel) => boolean;
};

/** For what must be told exactly as often as it is written down. */
export type BatchMessenger = Messenger & {
  /** Keeps them in the caller's transaction; they go out by themselves once it is committed. */
  readonly sendIn: (trx: Database, messages: readonly OutgoingMessage[]) => Promise<void>;
};

/** For who has many messages and time. */
export type PatientMessenger = BatchMessenger & {
  /** How many could go out now and have not; those that wait for another try are not among them. */
  readonly backlog: (channel: Channel) => Promise<number>;
};
