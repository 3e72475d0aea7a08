// Two builds on one bus, as during an upgrade (F24): what a newer gateway asks of an older owner
// came to nothing and is asked again, and a gateway that meets rows of a newer engine says so
// instead of going on without them. The form of messages is fixed: bytes of the build before are
// read, and what is written is what that build reads.

import { encodeEvents, marketId, orderId } from "@truetick/engine";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { followTapeStream } from "../tape/follow-tape.ts";
import { openShardFloor, type ShardFloor } from "../testing/shard-floor.ts";
import { createRemoteSequencer } from "./remote-sequencer.ts";
import { answersSubject, commandsSubject } from "./subjects.ts";
import {
  type AnswersMessage,
  decodeAnswers,
  encodeAnswers,
  encodeCommands,
  encodeKeyed,
  encodeNews,
} from "./wire.ts";

const log = createLog("silent");
const UNKNOWN_WORDS = Buffer.from("01ff", "hex");

describe("with a newer build beside", () => {
  let bus: Bus;
  let floor: ShardFloor;
  beforeAll(async () => {
    bus = createMemoryBus(log);
    floor = await openShardFloor(bus, 1);
  });
  afterAll(async () => {
    await floor.close();
    await bus.stop();
  });

  it("an owner says of a command that it cannot read that nothing came of it", async () => {
    const heard: AnswersMessage[] = [];
    bus.subscribe(answersSubject("newer"), ({ bytes }) => heard.push(decodeAnswers(bytes)));
    const commands = [{ id: 7, sending: 1, keyed: UNKNOWN_WORDS }];
    bus.publish(commandsSubject(0), encodeCommands({ gateway: "newer", number: 1, commands }));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    const answers = [{ id: 7, sending: 1, answer: { kind: "not-mine" } }];
    expect(heard[0]).toEqual({ shard: 0, answers });
  });

  it("a gateway that cannot read a row halts, lets go who waits, and tells once", async () => {
    const { database } = floor.test;
    const address = { url: floor.test.appUrl, role: null };
    const tape = await followTapeStream({ bus, database, log });
    const onUnreadable = vi.fn();
    const needs = { bus, database, address, tape, clock: systemClock, log, shards: 1 };
    const gateway = await createRemoteSequencer({ ...needs, onUnreadable });
    await vi.waitFor(() => expect(gateway.status()).toBe("trading"));
    const owner = new pg.Client(floor.test.ownerUrl);
    await owner.connect();
    await owner.query(
      `insert into journal (shard, seq, at_ms, command, events, prev_hash, hash)
       select shard, seq + 1, at_ms, command, $1, hash, hash from journal
       where shard = 0 order by seq desc limit 1`,
      [UNKNOWN_WORDS],
    );
    const seq = gateway.figures().journalSeq + 1;
    const rows = [{ atMs: 1, events: UNKNOWN_WORDS }];
    const said = { shard: 0, epoch: 99, status: "trading", queuedRows: 0, heldQuotes: 0 } as const;
    bus.publish("shard.0.news", encodeNews({ ...said, head: seq, firstSeq: seq, rows }));
    await vi.waitFor(() => expect(onUnreadable).toHaveBeenCalledExactlyOnceWith(0));
    expect(gateway.status()).toBe("halted");
    await expect(gateway.read((books) => books.market(marketId(1)))).rejects.toThrow(
      `row ${seq} of shard 0 cannot be read`,
    );
    await owner.end();
    await gateway.stop();
    tape.stop();
  });
});

/** As the released build writes them; changed only with decisions/0040 in hand. */
describe("messages between builds are the same bytes", () => {
  const keyed = encodeKeyed(
    { type: "CancelOrder", accountId: 5 as never, orderId: orderId(6) },
    { ownerId: 3, key: "k", payload: "p" },
  );
  const events = encodeEvents([]);
  const refusal = { reason: "OVERLOADED", queuedRows: 9 } as const;
  const cases: readonly [string, Uint8Array, string][] = [
    [
      "commands",
      encodeCommands({ gateway: "g", number: 2, commands: [{ id: 1, sending: 1, keyed }] }),
      "AQEBAAAAZwAAAAAAAABAAAAAAAAA8D8AAAAAAADwPwAAAAAAAPA/LAAAAAAAAAAAAAhAAQAAAGsBAAAAcAAAAAAAAAAA" +
        "AAAAAAAAAAAABQAAAAUHAQsN",
    ],
    [
      "answers",
      encodeAnswers({
        shard: 1,
        answers: [
          { id: 1, sending: 1, answer: { kind: "not-mine" } },
          { id: 2, sending: 1, answer: { kind: "accepted", seq: 4, atMs: 5, events } },
          { id: 3, sending: 2, answer: { kind: "accepted", seq: null, atMs: 5, events: null } },
          { id: 4, sending: 1, answer: { kind: "refused", refusal } },
        ],
      }),
      "AQIAAAAAAADwPwAAAAAAABBAAAAAAAAA8D8AAAAAAADwPwAAAAAAAAAAQAAAAAAAAPA/AgAAAAAAABBAAAAAAAAAFEAC" +
        "AAAABQEAAAAAAAAIQAAAAAAAAABAAwAAAAAAAPC/AAAAAAAAFEAAAAAAAAAQQAAAAAAAAPA/ASYAAAB7InJlYXNv" +
        "biI6Ik9WRVJMT0FERUQiLCJxdWV1ZWRSb3dzIjo5fQ==",
    ],
    [
      "news",
      encodeNews({
        ...{ shard: 1, epoch: 2, status: "trading", queuedRows: 3, heldQuotes: 4 },
        ...{ head: 6, firstSeq: 6, rows: [{ atMs: 7, events }] },
      }),
      "AQMAAAAAAADwPwAAAAAAAABAAAAAAAAAAAhAAAAAAAAAEEAAAAAAAAAYQAAAAAAAABhAAAAAAAAA8D8AAAAAAAAcQAIA" +
        "AAAFAQ==",
    ],
  ];

  it.each(cases)("%s", (_, written, released) => {
    expect(Buffer.from(written).toString("base64")).toBe(released);
  });
});
