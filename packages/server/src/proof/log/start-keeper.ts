// The keeper's thread, seen from the server: started, started again when it breaks, asked to stop;
// and how far behind the logs are. Called by proof.ts. Invariant: whatever becomes of the thread,
// the server goes on.

import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Checkpoint } from "@truetick/proof";
import type { DatabaseAddress } from "../../platform/database.ts";
import type { Log, LogLevel } from "../../platform/log.ts";
import type { KeeperTurn } from "./keeper.ts";

export type KeeperSettings = {
  readonly address: DatabaseAddress;
  readonly sealKey: Uint8Array;
  readonly generation: number;
  readonly everySec: number;
  readonly origin: string;
  readonly mode: Checkpoint["mode"];
  readonly build: string;
  readonly logLevel: LogLevel;
};

/** Journal rows of some commits, as PostgreSQL's binary COPY has them; or the end. */
export type ToKeeper = "stop" | readonly Uint8Array[];

export type RunningKeeper = {
  /** Rows that were just committed, in order. Whatever is not handed over is read back later. */
  readonly take: (rows: Uint8Array) => void;
  /** The newest checkpoint that this keeper made. */
  readonly newest: () => Checkpoint | null;
  /** How often its thread broke. */
  readonly crashes: () => number;
  readonly stop: () => Promise<void>;
};

const AGAIN_AFTER_MS = 1_000;
const PATIENCE_MS = 2_500;
/** A message to the thread costs as much as some rows. */
const HAND_OVER_EVERY_MS = 50;

export function runKeeper({
  program,
  settings,
  log,
}: {
  /** The file of the thread. */
  readonly program: string;
  readonly settings: KeeperSettings;
  readonly log: Log;
}): RunningKeeper {
  let newest: Checkpoint | null = null;
  let crashes = 0;
  let isStopping = false;
  let worker: Worker | null = open();
  let pending: Uint8Array[] = [];
  let handingOver: NodeJS.Timeout | null = null;

  function handOver(): void {
    handingOver = null;
    const rows = pending;
    pending = [];
    worker?.postMessage(
      rows satisfies ToKeeper,
      rows.map(({ buffer }) => buffer as ArrayBuffer),
    );
  }

  function open(): Worker {
    const thread = new Worker(program, { workerData: settings, name: "proof-keeper" });
    thread.on("message", ({ checkpoint, tookMs }: KeeperTurn) => {
      newest = checkpoint ?? newest;
      log.debug({ number: checkpoint?.number, tookMs }, "a turn of the proof's keeper");
    });
    thread.on("error", (err) => log.error({ err }, "the proof's keeper broke"));
    thread.once("exit", (code) => {
      worker = null;
      if (isStopping) return;
      crashes += 1;
      log.error({ code, crashes }, "the proof's keeper ended; it is started again");
      setTimeout(() => {
        if (!isStopping) worker = open();
      }, AGAIN_AFTER_MS).unref();
    });
    return thread;
  }

  return {
    take(rows) {
      pending.push(rows);
      handingOver ??= setTimeout(handOver, HAND_OVER_EVERY_MS).unref();
    },
    newest: () => newest,
    crashes: () => crashes,
    async stop() {
      isStopping = true;
      if (handingOver) clearTimeout(handingOver);
      const thread = worker;
      if (!thread) return;
      const ended = new Promise((resolve) => thread.once("exit", resolve));
      thread.postMessage("stop" satisfies ToKeeper);
      const impatience = new AbortController();
      const late = sleep(PATIENCE_MS, null, { signal: impatience.signal }).catch(() => undefined);
      // A chunk under way is undone by the database, and done again by the next start.
      await Promise.race([ended, late]);
      impatience.abort();
      await thread.terminate();
    },
  };
}
