// The subjects under which shards and gateways find each other on the bus.

/** Commands for whoever owns the shard. */
export function commandsSubject(shard: number): string {
  return `shard.${shard}.commands`;
}

/** What the shard has committed, and that its owner lives. */
export function newsSubject(shard: number): string {
  return `shard.${shard}.news`;
}

/** Asks the owner how far it has committed. */
export function headSubject(shard: number): string {
  return `shard.${shard}.head`;
}

/** Answers for one gateway. */
export function answersSubject(gateway: string): string {
  return `gateway.${gateway}.answers`;
}
