// The keeper's own connection to the database: while it is there, so is its owner. Used by
// lease-keeper.ts. Invariants: one connection and one question at a time; what takes too long is
// given up with the connection, so that nothing waits behind it; the next question opens a new one.

import pg from "pg";
import { type DatabaseAddress, sessionSettings } from "../database.ts";

/** A claim that must wait for a dying commit waits this long, and is tried again. */
const LOCK_TIMEOUT_MS = 400;
/**
 * Of the time that a lease lasts, for an answer. A crowded machine is slow, not gone; a lease may
 * expire over it, which costs time only.
 */
const PATIENCE = 5 / 6;

/** The database did not answer in time: whether it did what was asked is not known. */
export class LineTooSlow extends Error {
  override readonly name = "LineTooSlow";
}

export type LineOptions = {
  readonly address: DatabaseAddress;
  readonly leaseLastsMs: number;
  /** The connection went away by itself; a question opens the next. */
  readonly onLost: () => void;
};

export class LeaseLine {
  readonly #address: DatabaseAddress;
  readonly #patienceMs: number;
  readonly #onLost: () => void;
  #client: Promise<pg.Client> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor({ address, leaseLastsMs, onLost }: LineOptions) {
    this.#address = address;
    this.#patienceMs = leaseLastsMs * PATIENCE;
    this.#onLost = onLost;
  }

  ask<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const own = () => this.#askNow<Row>(text, values);
    const answer = this.#last.then(own, own);
    this.#last = answer;
    return answer;
  }

  async #askNow<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    if (this.#isClosed) throw new Error("the keeper of leases has stopped");
    this.#client ??= this.#connect();
    const client = await this.#client;
    let isTooSlow = false;
    const timer = setTimeout(() => {
      isTooSlow = true;
      this.#cut(client);
    }, this.#patienceMs);
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } catch (cause) {
      throw isTooSlow ? new LineTooSlow("no answer in time", { cause }) : cause;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => null);
    if (client) this.#cut(client);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#address.url,
      connectionTimeoutMillis: this.#patienceMs,
      application_name: "truetick-leases",
      keepAlive: true,
    });
    // A connection that breaks makes its running query fail; the event itself adds nothing.
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(
        `${sessionSettings(this.#address.role)}; set lock_timeout = ${LOCK_TIMEOUT_MS}`,
      );
      client.on("end", () => this.#lose());
      return client;
    } catch (error) {
      this.#client = null;
      client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Without a farewell: the other end may be the one that does not answer. */
  #cut(client: pg.Client): void {
    client.connection.stream.destroy();
  }

  #lose(): void {
    this.#client = null;
    if (!this.#isClosed) this.#onLost();
  }
}
