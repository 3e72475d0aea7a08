// Captchas: drawn, kept until they are answered or old, and good for one answer to one purpose from
// the part of the network they were drawn for (T24). They slow down who tries many times and keep
// the door open for the owner; they prove nothing alone. The answer never leaves the server.

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Captcha, CaptchaAnswer, CaptchaPurpose } from "@truetick/contract";
import type { Clock } from "../clock.ts";
import type { Database } from "../database.ts";
import { type DrawnCaptcha, drawCaptcha } from "./draw-captcha.ts";

type CaptchaTable = {
  readonly id: string;
  readonly purpose: CaptchaPurpose;
  readonly network_hash: Buffer;
  readonly answer_hash: Buffer;
  readonly expires_at: Date;
};

declare module "../database.ts" {
  interface Tables {
    captcha: CaptchaTable;
  }
}

const LIFE_MS = 120_000;
const ID_BYTES = 16;

/** For whom and what a captcha is. */
export type CaptchaUse = { readonly purpose: CaptchaPurpose; readonly address: string };

export type Captchas = {
  readonly draw: (use: CaptchaUse) => Promise<Captcha>;
  /** Uses it up, right or wrong. */
  readonly isRight: (answer: CaptchaAnswer, use: CaptchaUse) => Promise<boolean>;
};

export function createCaptchas({
  database,
  clock,
  key,
  drawLetters = drawCaptcha,
}: {
  database: Database;
  clock: Pick<Clock, "now">;
  key: Buffer;
  /** A test that must know the letters draws them itself. */
  drawLetters?: () => Promise<DrawnCaptcha>;
}): Captchas {
  const hashOf = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
  const networkHash = ({ address }: CaptchaUse) => hashOf(`captcha-network/${networkOf(address)}`);
  const answerHash = (id: string, letters: string) => hashOf(`captcha/${id}/${letters}`);

  return {
    async draw(use) {
      const { letters, png } = await drawLetters();
      const id = randomBytes(ID_BYTES).toString("base64url");
      await database
        .insertInto("captcha")
        .values({
          id,
          purpose: use.purpose,
          network_hash: networkHash(use),
          answer_hash: answerHash(id, letters),
          expires_at: new Date(clock.now() + LIFE_MS),
        })
        .execute();
      return { id, image: `data:image/png;base64,${png.toString("base64")}` };
    },
    async isRight({ id, answer }, use) {
      // Deleted by whoever asks first: of two answers to one picture, one is looked at.
      const row = await database
        .deleteFrom("captcha")
        .where("id", "=", id)
        .returning(["purpose", "network_hash", "answer_hash", "expires_at"])
        .executeTakeFirst();
      if (!row) return false;
      const typed = answer.normalize("NFKC").toLowerCase().replace(/\s/g, "");
      const isSolved = timingSafeEqual(row.answer_hash, answerHash(id, typed));
      const isForThis = row.purpose === use.purpose && row.network_hash.equals(networkHash(use));
      return isSolved && isForThis && row.expires_at.getTime() > clock.now();
    },
  };
}

/** What a phone keeps while it changes cells: half of an IPv4 address, a quarter of an IPv6 one. */
function networkOf(address: string): string {
  const mark = address.includes(":") ? ":" : ".";
  return address.split(mark).slice(0, 2).join(mark);
}
