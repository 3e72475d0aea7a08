// A picture with letters to be typed, on the wire and in our own words. It is asked for only above
// a rate, or where registering goes by it. Browser-safe: no schema library here.

/** What the picture is solved for: an answer counts for nothing else. */
export const CAPTCHA_PURPOSES = ["login", "register", "code"] as const;
export type CaptchaPurpose = (typeof CAPTCHA_PURPOSES)[number];

export type Captcha = {
  readonly id: string;
  /** A PNG as a data URL. */
  readonly image: string;
};

export type CaptchaWire = { id: string; b64s: string };

export function captchaToWire(captcha: Captcha): CaptchaWire {
  return { id: captcha.id, b64s: captcha.image };
}

export function captchaFromWire(wire: CaptchaWire): Captcha {
  return { id: wire.id, image: wire.b64s };
}

/** A solved picture as a form has it. */
export type CaptchaAnswer = { readonly id: string; readonly answer: string };
