// Which shard a command is for. Asked by remote-sequencer.ts. Invariants: an account lives where a
// replica has it; all accounts of one owner live on one shard, so that money between them never
// crosses; a new owner's shard follows from his number and the number of shards alone.

import type { Refusal, State } from "@truetick/engine";
import type { Committed } from "../sequencer/outcome.ts";
import type { UnstampedCommand } from "../sequencer/sequencer.ts";
import type { Replica } from "./replica.ts";

export type Route =
  | { readonly kind: "shard"; readonly shard: number }
  /** About no account: all of them have to know it. */
  | { readonly kind: "all" }
  /** No replica has what it is about, which can be true or too early to say. */
  | { readonly kind: "unknown"; readonly refusal: Refusal };

/** Who lives elsewhere than his number says, as all do who came before there were several. */
export class OwnerBook {
  readonly #shards: number;
  readonly #elsewhere = new Map<number, number>();

  constructor(shards: number) {
    this.#shards = shards;
  }

  shardOf(ownerId: number): number {
    return this.#elsewhere.get(ownerId) ?? spread(ownerId, this.#shards);
  }

  learnState(shard: number, { accounts }: State): void {
    for (let slot = 0; slot < accounts.count; slot += 1) this.#learn(shard, accounts.ownerId(slot));
  }

  learnRow({ shard, events }: Committed): void {
    for (const event of events) {
      if (event.type === "AccountOpened") this.#learn(shard, event.ownerId);
    }
  }

  #learn(shard: number, ownerId: number): void {
    if (shard !== spread(ownerId, this.#shards)) this.#elsewhere.set(ownerId, shard);
  }
}

/** Numbers come one after the other, so that any mixing spreads them; this never changes. */
function spread(ownerId: number, shards: number): number {
  let mixed = Math.imul(ownerId ^ (ownerId >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % shards;
}

export function routeCommand(
  command: UnstampedCommand,
  { replicas, owners }: { readonly replicas: readonly Replica[]; readonly owners: OwnerBook },
): Route {
  const find = (has: (state: State) => boolean, refusal: Refusal): Route => {
    const home = replicas.find(({ state }) => has(state));
    return home ? { kind: "shard", shard: home.shard } : { kind: "unknown", refusal };
  };
  const ofAccount = (accountId: UnstampedAccount): Route =>
    find((state) => state.hasAccount(accountId), { reason: "ACCOUNT_UNKNOWN", accountId });
  switch (command.type) {
    case "ExpireOrders":
    case "DefineMarket":
    case "SetMarketSession":
    case "DelistMarket":
    case "ChargeFinancing":
    case "StartDay":
      return { kind: "all" };
    case "OpenAccount": {
      const home = ofAccount(command.accountId);
      if (home.kind === "shard") return home;
      return { kind: "shard", shard: owners.shardOf(command.ownerId) };
    }
    case "Release":
    case "Settle": {
      const { withdrawalId } = command;
      return find(
        ({ holds, settled }) => holds.has(withdrawalId) || settled.withdrawal.has(withdrawalId),
        { reason: "HOLD_UNKNOWN", withdrawalId },
      );
    }
    case "Transfer":
      return ofAccount(command.fromAccountId);
    default:
      return ofAccount(command.accountId);
  }
}

type UnstampedAccount = Extract<UnstampedCommand, { type: "PlaceOrder" }>["accountId"];
