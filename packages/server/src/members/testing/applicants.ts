// People who come to the floor to register and log in, for tests: they post what an app would, read
// the codes that were sent to them, and solve captchas, whose letters the test draws itself.

import { randomBytes } from "node:crypto";
import type { CaptchaAnswer, CaptchaPurpose } from "@truetick/contract";
import { createCaptchas } from "../../platform/captcha/captchas.ts";
import {
  type Fields,
  FLOOR_SECRETS,
  type Reply,
  type TradingFloor,
} from "../../testing/trading-floor.ts";

export const PASSWORD = "maple stapler 9";
export const HONG_KONG = "344";

const LETTERS = "kwxyt";

export type Applicants = {
  readonly post: (path: string, fields: Fields, headers?: Fields) => Promise<Reply>;
  /** Asks for a code and reads it in the mail or text message. */
  readonly codeFor: (to: string, type?: "1" | "2") => Promise<string>;
  /** A new member by e-mail; fails when that is refused. */
  readonly join: (email?: string, extra?: Fields) => Promise<{ token: string; email: string }>;
  readonly solve: (purpose: CaptchaPurpose) => Promise<CaptchaAnswer>;
};

export function newEmail(): string {
  return `${randomBytes(6).toString("hex")}@example.test`;
}

/** "+85261" and six digits: all of them are mobiles. */
export function newMobile(): string {
  return `+85261${100_000 + (randomBytes(4).readUInt32BE() % 900_000)}`;
}

export function applicantsAt(floor: TradingFloor): Applicants {
  const captchas = createCaptchas({
    database: floor.test.database,
    clock: floor.clock,
    key: FLOOR_SECRETS.codeKey,
    drawLetters: async () => ({ letters: LETTERS, png: Buffer.alloc(0) }),
  });
  const post: Applicants["post"] = (path, fields, headers = {}) =>
    floor.ask(path, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        lang: "en",
        ...texts(headers),
      },
      body: new URLSearchParams(texts(fields)).toString(),
    });

  async function codeFor(to: string, type: "1" | "2" = "1"): Promise<string> {
    const isEmail = to.includes("@");
    const path = isEmail ? "/api/notify/send_email" : "/api/notify/send_sms";
    const sent = await post(path, { to, type });
    if (sent.code !== 1) throw new Error(`Invariant: a code is sent, not ${sent.reason}`);
    const letters = await floor.letters();
    const code = letters.filter((letter) => letter.to === to && letter.code).at(-1)?.code;
    if (code === undefined) throw new Error("Invariant: the code was sent");
    return code;
  }

  return {
    post,
    codeFor,
    async join(email = newEmail(), extra = {}) {
      const { code, reason, data } = await post("/api/user/register", {
        type: "email",
        account: email,
        password: PASSWORD,
        re_password: PASSWORD,
        sms_code: await codeFor(email),
        ...extra,
      });
      if (code !== 1) throw new Error(`Invariant: the applicant is taken, not ${reason}`);
      return { token: data.token, email };
    },
    solve: async (purpose) => {
      const { id } = await captchas.draw({ purpose, address: "127.0.0.1" });
      return { id, answer: LETTERS };
    },
  };
}

function texts(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
