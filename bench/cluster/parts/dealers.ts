// Traders who open and close in turn over many connections, always one order under way on each.

import type { HttpConnection } from "../../orders/parts/http-client.ts";
import { close, type Market, openConnections, type Person, submit } from "./people.ts";

export type Dealers = {
  /** Answers how many orders were acknowledged: openings and closings. */
  readonly deal: (load: {
    readonly connections: number;
    readonly seconds: number;
  }) => Promise<number>;
};

export async function createDealers({
  port,
  people,
  markets,
}: {
  readonly port: number;
  readonly people: readonly Person[];
  readonly markets: readonly Market[];
}): Promise<Dealers> {
  let turns = 0;

  async function dealOnce(connection: HttpConnection, person: Person | undefined): Promise<void> {
    turns += 1;
    const market = markets[turns % markets.length];
    if (!person || !market) throw new Error("Invariant: somebody deals in something");
    const key = `deal-${turns}`;
    const orderId = await submit(connection, person, market, key);
    await close(connection, person, orderId, `${key}-end`);
  }

  return {
    async deal({ connections, seconds }) {
      const open = await openConnections(port, connections);
      const endsAt = performance.now() + 1_000 * seconds;
      let orders = 0;
      await Promise.all(
        open.map(async (connection, at) => {
          // Everybody stays on his own connection, as an app does.
          for (let turn = at; performance.now() < endsAt; turn += connections) {
            await dealOnce(connection, people[turn % people.length]);
            orders += 2;
          }
        }),
      );
      for (const connection of open) connection.close();
      return orders;
    },
  };
}
