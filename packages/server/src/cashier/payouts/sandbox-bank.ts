// The bank of the sandbox: no money moves, but every payment is a file that a person can read, one
// per key, made once. It behaves as a careful bank does: the same key a second time is the payment
// that exists. Never used with real money (config.ts refuses it).

import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../platform/start-refusal.ts";
import { destinationLines } from "../payout-methods/destination.ts";
import type { Payment, PaymentOutcome, PayoutProvider } from "./payout-provider.ts";

const KEY = /^[0-9a-f]{64}$/;

export async function openSandboxBank(dataDir: string): Promise<PayoutProvider> {
  const folder = join(dataDir, "payouts");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new Error("Invariant: a payout key is 64 hexadecimal digits");
    return join(folder, `${key}.json`);
  };
  return {
    name: "sandbox",
    carrier: {
      async find(key) {
        try {
          await readFile(fileOf(key));
          return sent(key);
        } catch (error) {
          if (codeOf(error) === "ENOENT") return null;
          throw error;
        }
      },
      async send(payment) {
        await createOnce(fileOf(payment.key), payment);
        return sent(payment.key);
      },
    },
  };
}

/** The reference follows from the key: also a file whose writing was cut off says it. */
function sent(key: string): PaymentOutcome {
  return { isSent: true, reference: `SANDBOX-${key.slice(0, 20).toUpperCase()}` };
}

/** Of all who try at once, one makes the file; the others find it made. */
async function createOnce(path: string, payment: Payment): Promise<void> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      const { key, amount, destination, memo } = payment;
      const lines = destinationLines(destination);
      const { code, network } = destination;
      const content = { key, amount, currency: code, network, destination: lines, memo };
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
