// Hears of every session that is ended, here or by another process, on a connection of its own that
// listens to PostgreSQL. Used by sessions.ts. Invariant: whoever relies on it knows when nobody was
// listening: what was missed meanwhile cannot be known, and has to be asked for.

import pg from "pg";
import { type DatabaseAddress, sessionSettings } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { ENDED_CHANNEL } from "./session-table.ts";

const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_MS = 250;
/** A connection that died without a word is found out within the sum of these two. */
const PROBE_EVERY_MS = 1_000;
const PROBE_TIMEOUT_MS = 2_000;

export type EndingsListener = {
  readonly onEnded: (sessionId: number) => void;
  /** From now on endings may be missed. */
  readonly onDeaf: () => void;
  /** Endings are heard again; before the first time nothing was missed. */
  readonly onHearing: () => void;
};

export type SessionEndings = { readonly stop: () => Promise<void> };

export function listenToEndings(
  { address, log }: { address: DatabaseAddress; log: Log },
  listener: EndingsListener,
): SessionEndings {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** A client that was replaced says nothing any more. */
  function lose(lost: pg.Client, err: unknown): void {
    if (client !== lost) return;
    client = null;
    clearTimeout(timer);
    lost.end().catch(() => undefined);
    listener.onDeaf();
    if (isStopped) return;
    log.warn({ err }, "not listening to ended sessions");
    timer = setTimeout(() => void connect(), RETRY_MS);
  }

  async function probe(probed: pg.Client): Promise<void> {
    try {
      await probed.query("select 1");
      if (client === probed) timer = setTimeout(() => void probe(probed), PROBE_EVERY_MS);
    } catch (error) {
      lose(probed, error);
    }
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: address.url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
      application_name: "truetick sessions",
      keepAlive: true,
    });
    client = next;
    next.on("error", (error) => lose(next, error));
    next.on("end", () => lose(next, "the connection ended"));
    next.on("notification", ({ payload }) => listener.onEnded(Number(payload)));
    try {
      await next.connect();
      await next.query(sessionSettings(address.role));
      await next.query(`listen ${ENDED_CHANNEL}`);
    } catch (error) {
      lose(next, error);
      return;
    }
    if (client !== next) return;
    listener.onHearing();
    timer = setTimeout(() => void probe(next), PROBE_EVERY_MS);
  }

  void connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}
