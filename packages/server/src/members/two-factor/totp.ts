// Codes of authenticator apps (TOTP, RFC 6238): six digits of SHA-1 that change every 30 seconds,
// as every such app has them. Pure; used by the second factor. A code of the 30 seconds before or
// after is good, too, since phones' clocks differ; which one it was is answered, so that nobody
// can use it twice.

import { generateSecret, generateURI, verifySync } from "otplib";

const ISSUER = "Truetick";
const PERIOD_SEC = 30;

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** What the QR code holds. `label` names the account in the app. */
export function totpUri({ secret, label }: { secret: string; label: string }): string {
  return generateURI({ issuer: ISSUER, label, secret });
}

/** The number of the 30 seconds that the code belongs to; null when it belongs to none near. */
export function stepOfCode({
  secret,
  code,
  atMs,
}: {
  secret: string;
  code: string;
  atMs: number;
}): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(atMs / 1_000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: PERIOD_SEC });
  return found.valid && "timeStep" in found ? found.timeStep : null;
}
