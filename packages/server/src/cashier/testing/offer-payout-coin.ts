// A live house starts without payout terms: tests that pay by hand give it one coin, at one dollar
// each and a fee of one.

import type { TradingFloor } from "../../testing/trading-floor.ts";
import "../payout-methods/payout-terms-table.ts";

export async function offerPayoutCoin(live: TradingFloor): Promise<void> {
  const { database } = live.test;
  const { id } = await database
    .insertInto("payout_currency")
    .values({ code: "USDT", network: "TRC20", channel: "coin" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database
    .insertInto("payout_terms")
    .values({
      currency_id: id,
      version: 1,
      fee_kind: "fixed",
      fee: 1_000_000n,
      fixed_rate: "1",
      market_code: null,
      amount_min: 1_000_000n,
      amount_max: 1_000_000_000n,
      decimals: 6,
      is_offered: true,
      proposal_id: null,
      at: new Date(live.clock.now()),
    })
    .execute();
}
