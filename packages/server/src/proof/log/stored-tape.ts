// Whether the tape has caught up with the journals. Asked by the keeper before it signs a
// checkpoint where several shards name quotes of one tape.

import { setTimeout as sleep } from "node:timers/promises";
import type { KeeperClient } from "./keeper-client.ts";

/** The tape is stored within milliseconds of being named; while its keeper changes, later. */
const TAPE_LOOK_EVERY_MS = 50;
const TAPE_LOOKS_MAX = 40;

/**
 * Whether the tape has every quote that rows name. Shards that do not keep it name quotes a moment
 * before they are stored; a checkpoint over such rows would prove them and not what they name.
 */
export async function isTapeStored(client: KeeperClient): Promise<boolean> {
  for (let tries = 0; tries < TAPE_LOOKS_MAX; tries += 1) {
    const [behind] = await client.query<{ market: number }>(
      `with recursive named (market) as (
         select min(market_id) from tape_quote
         union all
         select (select min(q.market_id) from tape_quote q where q.market_id > n.market)
         from named n where n.market is not null
       )
       select n.market from named n
       where n.market is not null
         and (select max(q.seq) from tape_quote q where q.market_id = n.market) > greatest(0,
           (select p.last_seq from tape_piece p where p.market_id = n.market
            order by p.first_seq desc limit 1),
           (select max(r.last_seq) from tape_retired r
            where r.tape = 'tape_piece' and r.market_id = n.market))
       limit 1`,
    );
    if (!behind) return true;
    await sleep(TAPE_LOOK_EVERY_MS);
  }
  return false;
}
