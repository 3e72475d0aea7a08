// Chromium's virtual authenticator, plugged into a page: it has a finger to offer whenever it is
// asked. And the codes of an authenticator app, computed from its key (RFC 6238).
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";

export async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const STEP_SEC = 30;
const DIGITS = 6;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The code that the app shows now, or so many steps of 30 s later: each opens only once. */
export function codeOfApp(secret: string, stepsLater = 0): string {
  const step = Math.floor(Date.now() / 1_000 / STEP_SEC) + stepsLater;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 0x0f;
  const number = hash.readUInt32BE(at) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}
