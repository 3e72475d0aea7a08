// The keeper's life: a turn at once and then at every full period, on a connection of its own that
// is made again when it is lost. Runs in the keeper's thread; tests run it in their own. Invariant:
// what goes wrong is told and tried again; over a broken past nothing is ever signed.

import { setTimeout as sleep } from "node:timers/promises";
import type { Checkpoint } from "@truetick/proof";
import type { DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { type KeepLogs, keepLogs } from "./keep-logs.ts";
import { connectKeeper, type KeeperClient } from "./keeper-client.ts";
import { LogBroken } from "./log-broken.ts";

const RETRY_MS = 1_000;

export type KeeperOptions = Omit<KeepLogs, "client" | "span" | "onChunk" | "rowsPerChunk"> & {
  readonly address: DatabaseAddress;
  readonly everySec: number;
  readonly log: Log;
  readonly onTurn: (turn: KeeperTurn) => void;
};

export type KeeperTurn = {
  /** Null: another keeper was at it. */
  readonly checkpoint: Checkpoint | null;
  readonly tookMs: number;
};

export type Keeper = { readonly stop: () => Promise<void> };

export function startKeeper(options: KeeperOptions): Keeper {
  const stopping = new AbortController();
  const life = live(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await life;
    },
  };
}

async function live(options: KeeperOptions, signal: AbortSignal): Promise<void> {
  const { everySec, log, nowMs } = options;
  const everyMs = everySec * 1_000;
  let client: KeeperClient | null = null;
  while (!signal.aborted) {
    let waitMs: number;
    try {
      client ??= await connectKeeper(options.address, (err) =>
        log.warn({ err }, "the proof's keeper lost its connection"),
      );
      await turn(options, client, everyMs);
      waitMs = everyMs - (nowMs() % everyMs);
    } catch (err) {
      if (err instanceof LogBroken) {
        log.fatal({ err }, "the past was changed: no checkpoint is signed over it");
        waitMs = everyMs - (nowMs() % everyMs);
      } else {
        log.error({ err }, "a checkpoint was not made; it is tried again");
        waitMs = RETRY_MS;
      }
      await client?.close().catch(() => undefined);
      client = null;
    }
    await sleep(waitMs, null, { signal }).catch(() => undefined);
  }
  await client?.close().catch(() => undefined);
}

async function turn(options: KeeperOptions, client: KeeperClient, everyMs: number): Promise<void> {
  const startedMs = performance.now();
  const nowMs = options.nowMs();
  // The period that has begun: whoever made its checkpoint before us, made it.
  const span = { fromMs: nowMs - (nowMs % everyMs), untilMs: nowMs + everyMs };
  const checkpoint = await keepLogs({ ...options, client, span });
  options.onTurn({ checkpoint, tookMs: performance.now() - startedMs });
}
