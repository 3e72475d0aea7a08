// A small crowd that copies, on a database and an engine that break when a test says so: a reading
// that fails, an answer to a commit that is lost, a command whose answer nobody hears.

import { accountId } from "@truetick/engine";
import { type OperationNode, RawNode, sql } from "kysely";
import { createInbox, type Inbox } from "../../../members/inbox/inbox.ts";
import { systemClock } from "../../../platform/clock.ts";
import { type Database, openDatabase } from "../../../platform/database.ts";
import type { TraderContext } from "../../../platform/handler.ts";
import { createLog } from "../../../platform/log.ts";
import { createAloneNews } from "../../../testing/alone-news.ts";
import { brokenInvariants } from "../../../testing/broken-invariants.ts";
import { createTestDatabase } from "../../../testing/test-database.ts";
import { type Sequencer, startSequencer } from "../../../trading/sequencer/sequencer.ts";
import type { ReturnSince } from "../leader-rate.ts";
import { openCrowdMarket, quoteCrowd, seedCrowd } from "./copy-crowd.ts";
import { startCrowdCopying } from "./lead-crowd.ts";

/** Asked for every statement, or transaction, that is about to be carried out; true breaks it. */
type Faults = {
  onQuery: (text: string) => boolean;
  /** What it has found is heard when this is over. */
  onResult: (text: string) => Promise<void>;
  /** It is carried out, and nobody hears of it. */
  onCommit: () => boolean;
  submit: Sequencer["submit"];
  returnSince: ReturnSince;
};

type StoredEnd = {
  readonly status: string;
  readonly stop_reason: string | null;
  readonly final_cash: bigint | null;
};

/** One follower unless more are asked for; `follows` are their numbers. */
export async function openFaultyCopying(followers = 1) {
  const test = await createTestDatabase();
  const log = createLog("silent");
  const address = { url: test.appUrl, role: null };
  const { database, close } = openDatabase(address, log);
  const sequencer = await startSequencer({ address, database, clock: systemClock, log });
  await openCrowdMarket({ database, sequencer });
  const leader = await seedCrowd({ database, sequencer }, followers);
  const faults: Faults = {
    onQuery: () => false,
    onResult: async () => undefined,
    onCommit: () => false,
    submit: sequencer.submit,
    returnSince: async () => null,
  };
  const parts = {
    database: brittle(database, faults),
    inbox: inboxOn(database),
    returnSince: ((...asked) => faults.returnSince(...asked)) as ReturnSince,
    sequencer: {
      ...sequencer,
      submit: ((...sent) => faults.submit(...sent)) as typeof faults.submit,
    },
    log,
  };
  const { rows } = await sql<{ id: bigint; user_id: bigint; main: bigint; own: bigint }>`
    select id, user_id, main_account_id as main, account_id as own from follow order by id
  `.execute(database);
  const follows = rows.map(({ id, user_id, main, own }) => ({
    id: Number(id),
    userId: Number(user_id),
    main: accountId(Number(main)),
    own: accountId(Number(own)),
  }));
  return {
    database,
    sequencer,
    leader,
    faults,
    parts,
    follows,
    quote: (bid: number) => quoteCrowd({ database, sequencer }, bid, Date.now()),
    start: () => startCrowdCopying(parts),
    cashOf: (id: (typeof follows)[number]["own"]) =>
      sequencer.read((books) => books.account(id)?.cash ?? -1n),
    async endOf(id: number): Promise<StoredEnd | undefined> {
      const ends = await sql<StoredEnd>`
        select status, stop_reason, final_cash from follow where id = ${id}`.execute(database);
      return ends.rows[0];
    },
    told: () => readTold(database),
    /** What a handler of these calls looks at. */
    contextOf: (userId: number, main: number, attempt: string | null = null) =>
      ({
        caller: { sessionId: 1, userId, accountId: main, isDemo: true },
        language: { id: "en", tag: "en" },
        attempt: attempt === null ? null : { key: attempt, payload: "" },
      }) as unknown as TraderContext,
    /** The invariants that do not hold, at the end. */
    async close() {
      await sequencer.stop();
      const broken = await brokenInvariants(test.ownerUrl);
      await close();
      await test.close();
      return broken;
    },
  };
}

/** The real one; nothing leaves the house. */
function inboxOn(database: Database): Inbox {
  return createInbox({
    database,
    messenger: { send: async () => undefined, sendIn: async () => undefined, canSend: () => false },
    directory: () => null,
    clock: systemClock,
    log: createLog("silent"),
    news: createAloneNews(),
  });
}

/** Whom the inbox tells what, oldest first. */
async function readTold(
  database: Database,
): Promise<readonly (readonly [userId: number, kind: string])[]> {
  const { rows } = await sql<{ user_id: bigint; kind: string }>`
    select user_id, kind from notice order by id`.execute(database);
  return rows.map(({ user_id, kind }) => [Number(user_id), kind]);
}

function brittle(database: Database, faults: Faults): Database {
  const texts = new WeakMap<object, string>();
  const watched = database.withPlugin({
    transformQuery({ node, queryId }) {
      const text = textOf(node);
      texts.set(queryId, text);
      if (faults.onQuery(text)) throw new Error("the database went away");
      return node;
    },
    async transformResult({ result, queryId }) {
      await faults.onResult(texts.get(queryId) ?? "");
      return result;
    },
  });
  return new Proxy(watched, {
    get(target, name) {
      if (name === "transaction") return () => forgetful(target, faults);
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Of a statement that was written as text, with the texts it is made of. */
function textOf(node: OperationNode): string {
  if (!RawNode.is(node)) return "";
  const parts = node.sqlFragments.map((text, at) => {
    const part = node.parameters[at];
    return text + (part ? textOf(part) : "");
  });
  return parts.join("");
}

function forgetful(database: Database, faults: Faults) {
  return {
    async execute<T>(act: (trx: Database) => Promise<T>): Promise<T> {
      const answer = await database.transaction().execute(act);
      if (faults.onCommit()) throw new Error("the answer to the commit is lost");
      return answer;
    },
  };
}
