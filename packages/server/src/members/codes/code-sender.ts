// Sends codes, within what anybody may make us send (T11). Called by the calls that send one.
// Invariants: known and unknown addresses get the same answer after the same work, and the sending
// itself happens in the background (T14); a code is on its way only when every limit allows it.

import { CODE_MINUTES_MAX, type Language } from "@truetick/contract";
import type { Background } from "../../platform/background.ts";
import type { Captchas } from "../../platform/captcha/captchas.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { text } from "../../platform/messages.ts";
import type { Messenger } from "../../platform/outbox/message.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import type { SendingLimits } from "../attempts/limits.ts";
import { type Asker, createSendingGate } from "./sending-limits.ts";
import { createSmsBudget } from "./sms-budget.ts";
import type { CodeUse, VerificationCodes } from "./verification-codes.ts";

export type Sending = CodeUse & {
  readonly asker: Asker;
  readonly language: Language;
  /** Asked in the background: a code for nobody is stored like any other and sent to nobody. */
  readonly isForSomebody: () => Promise<boolean>;
};

export type CodeSender = {
  /** Null once it is on its way. */
  readonly send: (sending: Sending) => Promise<Refused | null>;
};

export type CodeSenderParts = {
  readonly codes: VerificationCodes;
  readonly windows: AttemptWindows;
  readonly captchas: Captchas;
  readonly messenger: Messenger;
  readonly limits: SendingLimits;
  readonly background: Background;
  readonly log: Log;
};

export function createCodeSender(parts: CodeSenderParts): CodeSender {
  const { codes, messenger, background } = parts;
  const gate = createSendingGate(parts);
  const budget = createSmsBudget(parts);
  return {
    async send(sending) {
      const { contact, purpose, language, asker } = sending;
      const channel = contact.kind === "email" ? "email" : "sms";
      if (!messenger.canSend(channel)) return refuse("SENDING_PAUSED");
      const refused = (await gate.refuse(sending)) ?? (await budget.refuse(sending));
      if (refused) return refused;
      background.run("send a code", async () => {
        const isForSomebody = await sending.isForSomebody();
        // Before there is a new code: the one before it would be worth nothing any more.
        if (isForSomebody && !(await budget.spend({ contact, asker }))) return;
        const code = await codes.issue({ contact, purpose });
        if (!isForSomebody) return;
        await messenger.send({
          channel,
          to: contact.value,
          kind: "verifyCode",
          language,
          subject: text(language, "mail.verifyCode.subject", { code }),
          text: text(language, "mail.verifyCode.text", { code, minutes: CODE_MINUTES_MAX }),
          code,
          replaces: purpose,
        });
      });
      return null;
    },
  };
}
