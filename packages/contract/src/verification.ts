// Codes sent by mail or text message to prove that an address is somebody's own, on the wire and in
// our own words. Browser-safe: no schema library here; `verification.calls.ts` declares the calls.

/** How an account is named, a code sent and a person reached. */
export const CONTACT_KINDS = ["email", "mobile"] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** What a code opens, and nothing else. */
export type CodePurpose = "register" | "password" | "step_up";

/** Seven digits: 23 bits, of which five tries find nothing. */
export const CODE_DIGITS = 7;
export const RESEND_AFTER_SECONDS = 60;
export const CODE_MINUTES_MAX = 10;

export type SentCode = {
  /** Another one can be asked for after that long. */
  readonly resendAfterSeconds: number;
};

export type SentCodeWire = { resend_after: number };

export function sentCodeToWire(sent: SentCode): SentCodeWire {
  return { resend_after: sent.resendAfterSeconds };
}

export function sentCodeFromWire(wire: SentCodeWire): SentCode {
  return { resendAfterSeconds: wire.resend_after };
}
