// A broken invariant stops trading rather than going on, and nothing that is shown then was not
// committed by us (3c, T86).
import { price } from "@truetick/money";
import { expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  accept,
  asOwner,
  EURUSD,
  GOLD,
  impossible,
  marketOrder,
  openExchange,
  place,
} from "../testing/bare-exchange.ts";
import { forgeRow } from "../testing/forge-row.ts";

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

it.each([
  ["gone", "delete from journal where seq = (select max(seq) from journal)"],
  ["changed", "update journal set hash = prev_hash where seq = (select max(seq) from journal)"],
])("T86: stops trading when its last row is %s", async (_, statements) => {
  const lines: string[] = [];
  const log = createLog("fatal", { write: (line: string) => void lines.push(line) });
  const exchange = await openExchange({ log });
  const { sequencer } = exchange;
  const account = await exchange.openAccount("demo");
  await place(sequencer(), marketOrder(account, { stopLoss: price(109_000) }));
  const { journalSeq } = sequencer().figures();
  await asOwner(exchange, statements);
  // Nobody asks for anything: the stop that fires is what finds it.
  exchange.quote(EURUSD, 108_000, 108_010);
  await expect.poll(() => sequencer().status()).toBe("halted");
  const told = { level: "fatal", err: { message: `journal row ${journalSeq} is gone or changed` } };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([told]);
  // The quote stands on the tape, so the books show it; the order that it should have closed, too.
  const shown = sequencer().glance((books) => books.market(EURUSD)?.quote);
  expect(shown).toMatchObject({ bid: 108_000 });
  expect(await sequencer().read((books) => books.orders(account).length)).toBe(1);
  await exchange.close();
});

it("tells no quote that it cannot store, once the journal is broken", async () => {
  const exchange = await openExchange({ log: createLog("silent") });
  const { sequencer } = exchange;
  const account = await exchange.openAccount("demo");
  await forgeRow(exchange, account);
  await sequencer().submit(marketOrder(account));
  await expect.poll(() => sequencer().status()).toBe("halted");
  const told: number[] = [];
  sequencer().followTape(({ seq }) => void told.push(seq));
  expect(() => exchange.quote(EURUSD, 111_000, 111_010)).toThrow("the quote is taken");
  expect(told).toEqual([]);
  await exchange.close();
});

it("T86: nor when what is stored of the tape is not what was stored", async () => {
  const exchange = await openExchange({ log: createLog("silent") });
  const { sequencer, proxy } = exchange;
  exchange.quote(EURUSD, 110_100, 110_110);
  await sequencer().storeTape([EURUSD]);
  const newest = "first_seq = (select max(first_seq) from tape_piece)";
  await asOwner(exchange, `delete from tape_piece where market_id = ${EURUSD} and ${newest}`);
  proxy.cut();
  await expect.poll(() => sequencer().status()).toBe("halted");
  const told: number[] = [];
  sequencer().followTape(({ seq }) => void told.push(seq));
  expect(() => exchange.quote(EURUSD, 111_000, 111_010)).toThrow("the quote is taken");
  expect(told).toEqual([]);
  await exchange.close();
});

it("T86: then shows what it is given, and stores and tells nothing of it", async () => {
  const exchange = await openExchange({ log: createLog("silent") });
  const { sequencer } = exchange;
  const account = await exchange.openAccount("demo");
  await forgeRow(exchange, account);
  await sequencer().submit(marketOrder(account));
  await expect.poll(() => sequencer().status()).toBe("halted");
  const told: number[] = [];
  sequencer().followTape(({ seq }) => void told.push(seq));
  for (const seq of [2, 3]) {
    const quote = { seq, bid: price(111_000 + seq), ask: price(111_010 + seq) };
    const atMs = exchange.clock.now();
    const given = { type: "TakeQuote", marketId: EURUSD, atMs, ...quote } as const;
    expect(sequencer().giveQuote(given)).toBe(true);
  }
  const shown = sequencer().glance((books) => books.market(EURUSD)?.quote);
  expect(shown).toMatchObject({ bid: 111_003 });
  expect(told).toEqual([]);
  await exchange.close();
});
