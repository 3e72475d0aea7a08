// T86: what somebody else wrote into the journal is not believed by copies of the shard either, for
// as long as its owner says otherwise.
import { expect, it } from "vitest";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { marketOrder, openExchange, place } from "../testing/bare-exchange.ts";
import { forgeRow } from "../testing/forge-row.ts";
import { Replica } from "./replica.ts";
import { serveShard } from "./shard-server.ts";

it("a copy that looks into the journal takes no row that its owner has not written", async () => {
  const log = createLog("silent");
  const exchange = await openExchange({ log });
  const { sequencer, test } = exchange;
  const bus = createMemoryBus();
  const parts = { bus, shard: 0, log };
  const server = serveShard({ ...parts, sequencer: sequencer(), epoch: 1, isSure: () => true });
  const told: number[] = [];
  const replica = await Replica.open({
    ...parts,
    database: test.database,
    address: { url: test.appUrl, role: null },
    tape: { newest: () => null },
    onCommitted: ({ seq }) => void told.push(seq),
    onLoaded: () => undefined,
    onOwner: () => undefined,
  });
  const account = await exchange.openAccount("demo");
  await place(sequencer(), marketOrder(account));
  const { journalSeq } = sequencer().figures();
  await expect.poll(() => replica.head).toBe(journalSeq);
  await forgeRow(exchange, account);
  await sequencer().submit(marketOrder(account));
  await expect.poll(() => replica.status()).toBe("halted");
  const before = told.length;
  replica.refresh();
  await expect(replica.reach(journalSeq)).resolves.toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(replica.head).toBe(journalSeq);
  expect(told).toHaveLength(before);
  replica.stop();
  server.stop();
  await exchange.close();
});
