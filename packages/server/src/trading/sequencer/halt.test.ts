// A broken invariant stops trading rather than going on, and nothing that is shown then was not
// committed by us (3c, T86).
import { type AccountId, encodeEvents } from "@truetick/engine";
import type { Money } from "@truetick/money";
import pg from "pg";
import { expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { linkOf } from "../journal/chain-link.ts";
import {
  accept,
  asOwner,
  EURUSD,
  type Exchange,
  GOLD,
  marketOrder,
  openExchange,
  place,
} from "../testing/bare-exchange.ts";
import type { UnstampedCommand } from "./sequencer.ts";

/** An amount that is no bigint: a bug of ours that no rule of the engine expects. */
function impossible(account: AccountId): UnstampedCommand {
  const credit = { type: "Credit", accountId: account, cause: "adjustment", causeId: 1 } as const;
  return { ...credit, amount: 1.5 as unknown as Money };
}

/** A row that nobody decided, with the right number, the right link and an event to fold. */
async function forgeRow(exchange: Exchange, accountId: AccountId): Promise<void> {
  const owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query("select * from journal order by seq desc limit 1");
  const { shard, command, hash, epoch } = rows[0];
  const [seq, atMs] = [Number(rows[0].seq) + 1, Number(rows[0].at_ms)];
  const numbers = { equity: 1n as Money, used: 1n as Money, level: 1n as never };
  const called = { type: "MarginCalled", atMs, accountId, book: "demo", ...numbers } as const;
  const events = Buffer.from(encodeEvents([called]));
  const link = Buffer.from(linkOf(hash, { shard, seq, atMs, command, events }));
  await owner.query(
    `insert into journal (shard, seq, at_ms, command, events, prev_hash, hash, epoch)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [shard, seq, atMs, command, events, hash, link, epoch],
  );
  await owner.end();
}

it("stops trading until a restart, tells the state's hash, and reads on", async () => {
  const lines: string[] = [];
  const log = createLog("fatal", { write: (line: string) => void lines.push(line) });
  const exchange = await openExchange({ log });
  const { sequencer } = exchange;
  const account = await exchange.openAccount("demo");
  await place(sequencer(), marketOrder(account));
  const hash = await sequencer().stateHash();
  const pending = sequencer().submit(marketOrder(account, { marketId: GOLD, leverage: 20 }));
  expect(await sequencer().submit(impossible(account))).toEqual({
    isAccepted: false,
    refusal: { reason: "UNAVAILABLE", why: "halted" },
  });
  // What was decided before is still committed and answered.
  expect((await pending).isAccepted).toBe(true);
  expect(sequencer().status()).toBe("halted");
  expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ level: "fatal", stateHash: hash });
  expect(await sequencer().submit(marketOrder(account))).toMatchObject({
    refusal: { why: "halted" },
  });
  exchange.quote(EURUSD, 112_000, 112_010);
  const view = await sequencer().read((books) => books.account(account));
  expect(view?.floating).toBeGreaterThan(0n);
  expect(await sequencer().read((books) => books.orders(account).length)).toBe(2);
  const halted = await sequencer().stateHash();
  await exchange.restart();
  expect(await exchange.sequencer().stateHash()).toBe(halted);
  await accept(exchange.sequencer(), marketOrder(account));
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

it("stops trading when the database refuses our rows", async () => {
  const lines: string[] = [];
  const log = createLog("fatal", { write: (line: string) => void lines.push(line) });
  const exchange = await openExchange({ log });
  const account = await exchange.openAccount("demo");
  await asOwner(exchange, "alter table fill add constraint few_lots check (lots < 500)");
  const refused = await exchange.sequencer().submit(marketOrder(account));
  expect(refused).toMatchObject({ refusal: { reason: "UNAVAILABLE", why: "not-stored" } });
  expect(exchange.sequencer().status()).toBe("halted");
  const told = { level: "fatal", err: { cause: { constraint: "few_lots" } } };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([told]);
  expect(await exchange.sequencer().read((books) => books.orders(account).length)).toBe(0);
  await exchange.close();
});

it("T86: stops trading when somebody else wrote into the journal, however well", async () => {
  const lines: string[] = [];
  const log = createLog("fatal", { write: (line: string) => void lines.push(line) });
  const exchange = await openExchange({ log });
  const account = await exchange.openAccount("demo");
  await place(exchange.sequencer(), marketOrder(account));
  const { journalSeq } = exchange.sequencer().figures();
  const hash = await exchange.sequencer().stateHash();
  await forgeRow(exchange, account);
  const refused = await exchange.sequencer().submit(marketOrder(account));
  expect(refused).toMatchObject({ refusal: { reason: "UNAVAILABLE", why: "not-stored" } });
  await expect.poll(() => exchange.sequencer().status()).toBe("halted");
  const told = {
    level: "fatal",
    err: { message: `journal row ${journalSeq + 1} ends no commit of ours` },
  };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([told]);
  expect(exchange.sequencer().figures().journalSeq).toBe(journalSeq);
  expect(await exchange.sequencer().stateHash()).toBe(hash);
  await exchange.close();
});
