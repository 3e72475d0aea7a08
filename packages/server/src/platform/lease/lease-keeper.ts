// Claims leases and keeps them: one per process, started by main.ts or by whoever needs a lease.
// Invariants: a lease is lost only when the database says that somebody else has it, never because
// the database is away; nothing is renewed after it was released; whoever listens hears of a loss
// once.

import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "../database.ts";
import type { Log } from "../log.ts";
import { codeOf } from "../start-refusal.ts";
import { isEngineLease, LEASE_LASTS_MS, type Lease, type LeaseKeeper } from "./lease.ts";
import { LeaseLine, LineTooSlow } from "./lease-line.ts";

export type KeeperOptions = {
  readonly address: DatabaseAddress;
  /** Names this process for people who read the table. */
  readonly owner: string;
  /** Of the program; shards and seats are not claimed while another build owns a shard (F24). */
  readonly build?: string;
  /** How long an owner may be silent. The same for all: a shorter one takes leases too early. */
  readonly lastsMs?: number;
  readonly log: Log;
};

/** So often within the time that a lease lasts. */
const RENEWALS = 3;

/** While the database is away: soon enough that nobody else is quicker when it is back. */
const RETRY_AFTER_MS = 50;
const CLAIM_AGAIN_AFTER_MS = 200;
/** PostgreSQL's words for a lock that was waited for too long. */
const LOCK_NOT_AVAILABLE = "55P03";

type Held = {
  readonly lease: Lease;
  readonly listeners: Set<() => void>;
  /** By our steady clock; nobody else can have it before. */
  sureUntil: number;
};

/** Nobody must wait for it: it connects when it is first asked. */
export function createLeaseKeeper(options: KeeperOptions): LeaseKeeper {
  const keeper = new Keeper(options);
  return {
    claim: (name) => keeper.claim(name),
    waitFor: (name, signal) => keeper.waitFor(name, signal),
    onLost: (lease, listener) => keeper.onLost(lease, listener),
    isSure: (lease) => keeper.isSure(lease),
    release: (lease) => keeper.release(lease),
    stop: () => keeper.stop(),
  };
}

class Keeper {
  readonly #options: KeeperOptions;
  readonly #lastsMs: number;
  readonly #line: LeaseLine;
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | null = null;
  #renewing: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#lastsMs = options.lastsMs ?? LEASE_LASTS_MS;
    this.#line = new LeaseLine({
      address: options.address,
      leaseLastsMs: this.#lastsMs,
      // The row names a connection that is gone: to others we look dead until it names the next.
      onLost: () => this.#renewIn(0),
    });
  }

  async claim(name: string): Promise<Lease | null> {
    const askedAt = performance.now();
    const rows = await this.#ask(name).catch((error) => {
      // Its last owner's commit is not over yet, or the machine is crowded: not now.
      if (codeOf(error) === LOCK_NOT_AVAILABLE || error instanceof LineTooSlow) return [];
      throw error;
    });
    const epoch = rows[0]?.epoch ?? null;
    if (epoch === null) return null;
    const lease = { name, epoch: Number(epoch) };
    this.#held.set(name, { lease, listeners: new Set(), sureUntil: askedAt + this.#lastsMs });
    this.#options.log.info(lease, "claimed a lease");
    if (this.#timer === null) this.#renewIn(this.#lastsMs / RENEWALS);
    return lease;
  }

  #ask(name: string): Promise<readonly { epoch: string | null }[]> {
    const { owner, build = null } = this.#options;
    const claim = [name, owner, this.#lastsMs];
    return isEngineLease(name)
      ? this.#line.ask("select claim_shard($1, $2, $3, $4) as epoch", [...claim, build])
      : this.#line.ask("select claim_lease($1, $2, $3) as epoch", claim);
  }

  async waitFor(name: string, signal: AbortSignal): Promise<Lease> {
    for (let hasFailed = false; ; ) {
      signal.throwIfAborted();
      try {
        const lease = await this.claim(name);
        if (lease !== null) return lease;
      } catch (err) {
        if (!hasFailed) this.#options.log.warn({ err, name }, "cannot claim a lease; trying on");
        hasFailed = true;
      }
      await sleep(CLAIM_AGAIN_AFTER_MS, undefined, { signal });
    }
  }

  onLost(lease: Lease, listener: () => void): () => void {
    const held = this.#find(lease);
    if (held === null) queueMicrotask(listener);
    else held.listeners.add(listener);
    return () => held?.listeners.delete(listener);
  }

  isSure(lease: Lease): boolean {
    return performance.now() < (this.#find(lease)?.sureUntil ?? Number.NEGATIVE_INFINITY);
  }

  async release(lease: Lease): Promise<void> {
    const { name, epoch } = lease;
    if (this.#find(lease) === null) return;
    this.#held.delete(name);
    // A renewal under way would not bring it back: its epoch stays, but nobody owns it.
    await this.#line
      .ask(
        `update lease set owner = null, backend_pid = null, backend_start = null,
           writer_pid = null, writer_start = null, expires_at = '-infinity'
         where name = $1 and epoch = $2`,
        [name, epoch],
      )
      .catch((err) => this.#options.log.warn({ err, name }, "a lease was left to expire"));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#renewing;
    for (const { lease } of [...this.#held.values()]) await this.release(lease);
    await this.#line.close();
  }

  #find({ name, epoch }: Lease): Held | null {
    const held = this.#held.get(name);
    return held?.lease.epoch === epoch ? held : null;
  }

  #renewIn(ms: number): void {
    if (this.#isStopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#renewNow(), ms);
    this.#timer.unref();
  }

  #renewNow(): void {
    if (this.#renewing !== null || this.#isStopped) return;
    this.#renewing = this.#renew()
      .then(
        () => this.#renewIn(this.#lastsMs / RENEWALS),
        () => this.#renewIn(RETRY_AFTER_MS),
      )
      .finally(() => {
        this.#renewing = null;
      });
  }

  async #renew(): Promise<void> {
    const asked = [...this.#held.values()];
    if (asked.length === 0) return;
    const askedAt = performance.now();
    const rows = await this.#line.ask<{ name: string }>("select renew_leases($1, $2, $3) as name", [
      asked.map(({ lease }) => lease.name),
      asked.map(({ lease }) => lease.epoch),
      this.#lastsMs,
    ]);
    const renewed = new Set(rows.map(({ name }) => name));
    for (const held of asked) {
      if (renewed.has(held.lease.name)) held.sureUntil = askedAt + this.#lastsMs;
      else if (this.#find(held.lease) === held) this.#lose(held);
    }
  }

  #lose({ lease, listeners }: Held): void {
    this.#held.delete(lease.name);
    this.#options.log.error(lease, "a lease is lost: somebody else has claimed it");
    for (const listener of listeners) {
      try {
        listener();
      } catch (err) {
        this.#options.log.error({ err }, "a listener of a lost lease broke");
      }
    }
  }
}
