// Who we are to push services (VAPID): a key pair of P-256 made of the installation's push key, and
// an address for them to write to. Made once by main.ts.

import { createECDH } from "node:crypto";
import { StartRefusal } from "../../platform/start-refusal.ts";

export type PushIdentity = {
  readonly subject: string;
  /** Both in base64url; browsers subscribe with the public one. */
  readonly publicKey: string;
  readonly privateKey: string;
};

export function createPushIdentity(pushKey: Buffer, subject: string): PushIdentity {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(pushKey);
  } catch {
    throw new StartRefusal("The push key (SECRET_PUSH_KEY) is no number of the curve P-256.");
  }
  return {
    subject,
    publicKey: pair.getPublicKey("base64url"),
    privateKey: pushKey.toString("base64url"),
  };
}

/** Whether a browser's key is a point of the curve: with anything else nothing can be encrypted. */
export function isCurvePoint(p256dh: string): boolean {
  const own = createECDH("prime256v1");
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, "base64url"));
    return true;
  } catch {
    return false;
  }
}
