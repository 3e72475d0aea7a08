// What tests of copying do over and over: list a leader, follow, deal, and read what became of it.
// On the trading floor, over HTTP as people do.

import { type AccountId, accountId } from "@truetick/engine";
import { expect } from "vitest";
import type { Fields, Reply, Trader, TradingFloor } from "../../../testing/trading-floor.ts";

export type CopyRoom = {
  /** A trader with that much cash who chose to be listed. */
  readonly openLeader: (alias: string, cash?: string) => Promise<Trader>;
  readonly list: (trader: Trader, alias: string) => Promise<void>;
  /** Answers the follow. */
  readonly follow: (trader: Trader, alias: string, wanted?: Fields) => Promise<Reply["data"]>;
  /** At the market; answers the order's number. */
  readonly open: (trader: Trader, order?: Fields) => Promise<string>;
  /** What is copied now has been. */
  readonly settle: () => Promise<void>;
  readonly holding: (trader: Trader, followId: string) => Promise<Reply["data"]["data"]>;
  readonly ended: (trader: Trader, followId: string) => Promise<Reply["data"]["data"]>;
  readonly skipped: (trader: Trader, followId: string) => Promise<Reply["data"]["data"]>;
  readonly mine: (trader: Trader) => Promise<Reply["data"]["data"]>;
  /** With all its decimals. */
  readonly cashOf: (trader: Trader) => Promise<string>;
  readonly accountOf: (trader: Trader) => Promise<AccountId>;
};

const ORDER = { type: 1, cont: "1", forex_id: 1, status: 1, multiple: 100 } as const;
const RULE = { factor: "1", stop_percent: "", max_lots: "" } as const;

export function createCopyRoom(floor: () => TradingFloor): CopyRoom {
  async function rowsOf(trader: Trader, path: string, fields: Fields): Promise<Reply["data"]> {
    const answer = await trader.get(path, fields);
    expect(answer).toMatchObject({ code: 1 });
    return answer.data.data;
  }

  async function list(trader: Trader, alias: string): Promise<void> {
    const account_id = BigInt(await accountOf(trader));
    await floor().test.database.insertInto("leader").values({ account_id, alias }).execute();
  }

  async function accountOf(trader: Trader): Promise<AccountId> {
    const { id } = await floor()
      .test.database.selectFrom("user_account")
      .select("id")
      .where("user_id", "=", BigInt(trader.userId))
      .where("is_main", "=", true)
      .executeTakeFirstOrThrow();
    return accountId(Number(id));
  }

  return {
    list,
    accountOf,
    async openLeader(alias, cash = "10000") {
      const leader = await floor().openReal(cash);
      await list(leader, alias);
      return leader;
    },
    async follow(trader, alias, wanted = {}) {
      const fields = { user: alias, amount: "1000", ...RULE, ...wanted };
      const answer = await trader.post("/api/follow/start", fields);
      expect(answer).toMatchObject({ code: 1 });
      return answer.data;
    },
    async open(trader, order = {}) {
      const answer = await trader.post("/v1/api/forex/submit", { ...ORDER, ...order });
      expect(answer).toMatchObject({ code: 1 });
      return answer.data.Id;
    },
    async settle() {
      // A quote is decided at once and committed a moment later.
      await floor()
        .sequencer()
        .read(() => null);
      await floor().community().copying.settle();
    },
    holding: (trader, id) => rowsOf(trader, "/api/follow/orders", { id, status: 1 }),
    ended: (trader, id) => rowsOf(trader, "/api/follow/orders", { id, status: 3 }),
    skipped: (trader, id) => rowsOf(trader, "/api/follow/skipped", { id }),
    mine: (trader) => rowsOf(trader, "/api/follow/mine", {}),
    async cashOf(trader) {
      return (await trader.get("/v1/api/main/account/forexDetail")).data.Cash;
    },
  };
}
