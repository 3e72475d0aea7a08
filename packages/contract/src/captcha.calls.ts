// The call that draws a captcha. The answer stays on the server (T24). Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { CAPTCHA_PURPOSES, type CaptchaPurpose } from "./captcha.ts";

const CaptchaInput = z.object({ purpose: z.enum(CAPTCHA_PURPOSES).optional() });

/** The specification's clients know captchas for registering only, and name no purpose. */
export function captchaPurposeFromFields(fields: z.output<typeof CaptchaInput>): CaptchaPurpose {
  return fields.purpose ?? "register";
}

export const getCaptcha = call({
  method: "GET",
  path: "/api/captcha",
  effect: "read",
  audience: "visitor",
  summary: "A new picture with letters: good for two minutes, for one purpose, once.",
  input: CaptchaInput,
  output: z.object({ id: z.string(), b64s: z.string() }),
  reasons: [],
});
