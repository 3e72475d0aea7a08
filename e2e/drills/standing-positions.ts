// What people have open when an upgrade comes: positions with stops and pending orders far from the
// market, on accounts that nobody touches meanwhile, and a few orders close to the market that the
// price will soon reach. Used by upgrade.test.ts.

import { ORDER, openDemo, postUntilAnswered, type Trader } from "../cluster-load.ts";

export type Standing = {
  /** One per account; nothing of theirs is asked for again. */
  readonly traders: readonly Trader[];
  /** Positions and pending orders. */
  readonly orderIds: readonly string[];
};

const SUBMIT = "/v1/api/forex/submit";
const AT_ONCE = 8;
const PENDING_PER_ACCOUNT = 2;
/** So far away that no price of this day comes there. */
const FAR = 0.1;
/** Of a price, each a little further than the one before: some are reached soon, some later. */
const NEAR = [0.000_05, 0.000_1, 0.000_2, 0.000_4, 0.000_8];
/** Pairs, each with a price of its own: that none of them goes anywhere new is as good as never. */
const NEAR_MARKETS = ["1", "2", "3", "4", "5", "6"];

type Place = { readonly origin: string; readonly token: string };

async function place({ origin, token }: Place, more: Record<string, string>) {
  const { code, reason, data } = await postUntilAnswered(origin, SUBMIT, {
    fields: { ...ORDER, ...more },
    token,
  });
  if (code !== 1 || !data?.Id) throw new Error(`An order was refused: ${reason}`);
  return { id: data.Id, price: data.Price ?? null };
}

/** None where the price has come there before the order did. */
async function placeNear(at: Place, fields: Record<string, string>): Promise<string[]> {
  const placed = await place(at, fields).catch((error: Error) => {
    if (/WRONG_SIDE|TARGET_AT_PRICE/.test(error.message)) return null;
    throw error;
  });
  return placed ? [placed.id] : [];
}

/** As many decimals as the market has. */
function levelAt(price: string, share: number): string {
  const decimals = price.split(".")[1]?.length ?? 0;
  return (Number(price) * (1 + share)).toFixed(decimals);
}

/** The price that an order of this trader is filled at now. */
async function priceNow(at: Place, market: string): Promise<string> {
  const { price } = await place(at, { forex_id: market });
  if (price === null) throw new Error("An order at the market was not filled");
  return price;
}

export async function openStanding(
  origin: string,
  { accounts, positionsPerAccount }: { accounts: number; positionsPerAccount: number },
): Promise<Standing> {
  const { token: asker } = await openDemo(origin);
  const price = await priceNow({ origin, token: asker }, ORDER.forex_id);
  const stops = {
    stop_loss_price: levelAt(price, -FAR),
    target_profit_price: levelAt(price, FAR),
  };
  const pending = { status: "0", target_price: levelAt(price, -FAR / 2) };
  const traders: Trader[] = [];
  const orderIds: string[] = [];
  const fill = async () => {
    while (traders.length < accounts) {
      const trader = { token: "", acknowledged: new Set<string>(), answeredAt: [] };
      const at = traders.push(trader) - 1;
      const opened = await openDemo(origin);
      traders[at] = opened;
      const { token } = opened;
      for (let left = positionsPerAccount; left > 0; left -= 1) {
        orderIds.push((await place({ origin, token }, stops)).id);
      }
      for (let left = PENDING_PER_ACCOUNT; left > 0; left -= 1) {
        orderIds.push((await place({ origin, token }, pending)).id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  return { traders, orderIds };
}

export type NearMarket = {
  /** Positions with a stop or a profit that the price comes to. */
  readonly stops: readonly string[];
  /** Pending orders that the price comes to. */
  readonly pending: readonly string[];
};

export async function openNearMarket(origin: string): Promise<NearMarket> {
  const [stops, pending]: [string[], string[]] = [[], []];
  for (const market of NEAR_MARKETS) {
    const { token } = await openDemo(origin);
    const at = { origin, token };
    for (const share of NEAR) {
      const price = await priceNow(at, market);
      for (const [type, away] of [
        ["1", share],
        ["2", -share],
      ] as const) {
        const asked = { forex_id: market, type };
        stops.push(
          ...(await placeNear(at, { ...asked, stop_loss_price: levelAt(price, -away * 2) })),
        );
        const target = { status: "0", target_price: levelAt(price, -away) };
        pending.push(...(await placeNear(at, { ...asked, ...target })));
      }
    }
  }
  return { stops, pending };
}
