// The line between a browser and a platform, in the journey's hands: it can be cut as a tunnel cuts
// it (nothing comes through, and nobody is told), and it can be long and lossy, as to another
// continent. A journey that imports `test` from here speaks to its platform over such a line.
import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { test as base } from "./journey.ts";
import { PLATFORM_MAX_MS, type Platform, startPlatform } from "./platform.ts";
import { freePort } from "./program.ts";

export { expect, STILL_MAX_MS } from "./journey.ts";

type Far = {
  /** There and back. */
  readonly roundTripMs: number;
  /** Of a hundred packets; each costs the time until it is sent again, and all behind it wait. */
  readonly lossPercent: number;
};

export type Line = {
  /** What the browser goes to instead of the platform's own address. */
  readonly origin: string;
  readonly platform: Platform;
  readonly cut: () => void;
  readonly mend: () => void;
  readonly stretch: (far: Far) => void;
};

const NEAR: Far = { roundTripMs: 0, lossPercent: 0 };
/** After how long a sender misses the receipt of a packet and sends it again. */
const RESENT_AFTER_MS = 300;

const sleep = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

/** Lets bytes through in their order while the line is whole. */
class Gate {
  far = NEAR;
  #mended: Promise<void> | null = null;
  #mend: () => void = () => undefined;

  cut(): void {
    this.#mended ??= new Promise((resolve) => {
      this.#mend = resolve;
    });
  }

  mend(): void {
    this.#mend();
    this.#mended = null;
  }

  /** One direction of one connection. */
  carry(from: Socket, to: Socket): void {
    let turn: Promise<void> = Promise.resolve();
    let freeAtMs = 0;
    const send = (deliver: () => void) => {
      const { roundTripMs, lossPercent } = this.far;
      const isLost = Math.random() * 100 < lossPercent;
      const dueMs = performance.now() + roundTripMs / 2 + (isLost ? RESENT_AFTER_MS : 0);
      freeAtMs = Math.max(freeAtMs, dueMs);
      const arrivesAtMs = freeAtMs;
      turn = turn.then(async () => {
        const leftMs = arrivesAtMs - performance.now();
        if (leftMs > 0) await sleep(leftMs);
        await this.#mended;
        deliver();
      });
    };
    from.on("data", (bytes) => send(() => to.writable && to.write(bytes)));
    from.on("end", () => send(() => to.end()));
    from.on("error", () => to.destroy());
    from.on("close", (hadError) => hadError && to.destroy());
  }
}

async function layLine(): Promise<{ line: Line; stop: () => Promise<void> }> {
  const gate = new Gate();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const platform = await startPlatform({ PUBLIC_ORIGIN: origin });
  const ends = new Set<Socket>();
  const listener = createServer((browser) => {
    const server = dial(Number(new URL(platform.origin).port), "127.0.0.1");
    for (const end of [browser, server]) {
      end.setNoDelay(true);
      ends.add(end);
      end.once("close", () => ends.delete(end));
    }
    gate.carry(browser, server);
    gate.carry(server, browser);
  });
  listener.listen(port);
  await once(listener, "listening");
  const line = {
    origin,
    platform,
    cut: () => gate.cut(),
    mend: () => gate.mend(),
    stretch: (far: Far) => {
      gate.far = far;
    },
  };
  const stop = async () => {
    gate.mend();
    for (const end of ends) end.destroy();
    listener.close();
    await platform.stop();
  };
  return { line, stop };
}

export const test = base.extend<object, { ownLine: Line }>({
  ownLine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know the needs
    async ({}, use) => {
      const { line, stop } = await layLine();
      await use(line);
      await stop();
    },
    { scope: "worker", timeout: PLATFORM_MAX_MS },
  ],
  platform: [async ({ ownLine }, use) => use(ownLine.platform), { scope: "worker" }],
  baseURL: async ({ ownLine }, use) => {
    await use(ownLine.origin);
    ownLine.mend();
    ownLine.stretch(NEAR);
  },
});
