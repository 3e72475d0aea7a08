// Journeys about proofs: a platform that signs a checkpoint every two seconds and verifies all it
// has all the time, and a trader whose orders are a past worth changing.
import { hasTraded } from "./database.ts";
import { test } from "./journey.ts";
import { buy, closeOrder, openDemo } from "./leaders.ts";
import { PLATFORM_MAX_MS, type Platform, startPlatform } from "./platform.ts";

export const PROVED_TIMEOUT_MS = 600_000;
/** The verifier goes through everything, and the browser asks every five seconds. */
export const NOTICED_WITHIN_MS = 90_000;

export const PROVED_SETTINGS = { PROOF_EVERY_SECONDS: "2", PROOF_VERIFY_EVERY_SECONDS: "2" };

export const provedTest = test.extend<object, { platform: Platform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know the needs
    async ({}, use) => {
      const platform = await startPlatform(PROVED_SETTINGS);
      await use(platform);
      await platform.stop();
    },
    { scope: "worker", timeout: PLATFORM_MAX_MS },
  ],
});

const FIRST_SHARD = 0;
const ROUNDS = 3;
const LOTS = "0.05";

/**
 * Orders that opened and closed. In a cluster a trader may live in any shard; the past that is
 * going to be changed is that of the first one.
 */
export async function trade(platform: Platform): Promise<void> {
  do {
    const trader = await openDemo(platform);
    for (let round = 0; round < ROUNDS; round += 1) {
      await closeOrder(trader, await buy(trader, LOTS));
    }
  } while (!(await hasTraded(platform, FIRST_SHARD)));
}
