// A message to a person outside of the app, and the one way to send it. Everything that tells
// somebody something by e-mail or SMS asks a Messenger; what is sent through, and when, is the
// outbox's matter. Invariant: one message has one recipient (T12).

import type { Language } from "@truetick/contract";

export const CHANNELS = ["email", "sms"] as const;
export type Channel = (typeof CHANNELS)[number];

export type OutgoingMessage = {
  readonly channel: Channel;
  /** One normalised address: an e-mail address, or a number in E.164. */
  readonly to: string;
  /** What it is about, in camel case: "verifyCode". For counters and file names. */
  readonly kind: string;
  readonly language: Language;
  /** Of an e-mail; SMS have none and ignore it. One line. */
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
