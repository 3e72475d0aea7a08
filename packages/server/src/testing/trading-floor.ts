// A whole exchange for a test file: a database of its own, the sequencer, the members and the
// gateway on a port, with markets and quotes that the test gives by hand and a clock that only it
// moves. `restart` ends everything but the database and begins again, as after a deploy.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "@truetick/contract/desk";
import type { SetMarketSession } from "@truetick/engine";
import { parseMoney } from "@truetick/money";
import type { StripeAccess } from "../cashier/card/stripe.ts";
import type { Cashier } from "../cashier/cashier.ts";
import type { Community } from "../community/community.ts";
import type { OpenGateway } from "../gateway/testing/open-gateway.ts";
import type { Members } from "../members/members.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { createLog } from "../platform/log.ts";
import { createNews, type News } from "../platform/news/news.ts";
import type { OutgoingMessage } from "../platform/outbox/message.ts";
import type { LiabilitiesArea } from "../proof/liabilities/liabilities.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import { brokenInvariants } from "./broken-invariants.ts";
import { type DatabaseProxy, startDatabaseProxy } from "./database-proxy.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { type Ask, askAt, type Operator, type Trader, traderOf } from "./floor-asker.ts";
import {
  FLOOR_POLICY,
  type FloorPolicy,
  type HouseWatch,
  type Mode,
  openHouse,
} from "./floor-house.ts";
import { FLOOR_MARKETS, giveQuote, termsOf } from "./floor-markets.ts";
import { insertReal, insertStaff, newSecret, VISIT } from "./floor-people.ts";
import { insertDeposit } from "./open-deposit.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export { type Fields, type Operator, type Reply, type Trader, withQuery } from "./floor-asker.ts";
export { FLOOR_COOLING_SEC, FLOOR_NOTICE_SEC, FLOOR_SECRETS } from "./floor-house.ts";
export { FLOOR_MARKETS } from "./floor-markets.ts";
export { newSecret } from "./floor-people.ts";

export type TradingFloor = {
  readonly clock: FakeClock;
  readonly test: TestDatabase;
  /** Between the house and its database. */
  readonly proxy: DatabaseProxy;
  readonly gateway: () => OpenGateway;
  readonly sequencer: () => Sequencer;
  readonly members: () => Members;
  readonly cashier: () => Cashier;
  readonly community: () => Community;
  readonly liabilities: () => LiabilitiesArea;
  /** What was sent to people since the house was opened. */
  readonly letters: () => Promise<readonly OutgoingMessage[]>;
  /** How members register; a test changes it as an operator would. */
  readonly policy: FloorPolicy;
  /** The next row of the market's tape. */
  readonly quote: (code: string, bid: string, ask: string) => void;
  readonly setSession: (code: string, session: SetMarketSession["session"]) => Promise<void>;
  readonly openDemo: () => Promise<Trader>;
  /** A real user with an account of the real book and that much cash, made by hand. */
  readonly openReal: (cash?: string) => Promise<Trader>;
  /** Somebody of the staff with these roles, logged in; made by hand. */
  readonly openStaff: (roles: readonly Role[]) => Promise<Operator>;
  readonly ask: Ask;
  /** The invariants of the database that do not hold; asked after every test. */
  readonly broken: () => Promise<Record<string, number>>;
  readonly restart: () => Promise<void>;
  /** Ends everything but the database, for another process to go on; `restart` comes back. */
  readonly leave: () => Promise<void>;
  /** One more process on the same database and engine. */
  readonly openBeside: (of: { readonly bus: Bus; readonly runsJobs: boolean }) => Promise<Beside>;
  readonly dataDir: string;
  readonly close: () => Promise<void>;
};

/** Another gateway of the floor, as the people of the floor reach it. */
export type Beside = {
  readonly gateway: OpenGateway;
  readonly letters: readonly OutgoingMessage[];
  /** The same person, asking there. */
  readonly asks: (person: { readonly token: string; readonly userId?: string }) => Trader;
  readonly stop: () => Promise<void>;
};

type FloorOptions = {
  /** Who takes cards; without, the sandbox's test card. */
  readonly stripe?: StripeAccess | null;
  /** What the house tells others on; without, it is alone. */
  readonly bus?: Bus | null;
  /** Whether what happens by itself happens in this house. */
  readonly runsJobs?: boolean;
  /** What stands in the way of this house's acts. */
  readonly watch?: HouseWatch;
};

export async function openTradingFloor(
  mode: Mode = "sandbox",
  { stripe = null, bus = null, runsJobs = true, watch = {} }: FloorOptions = {},
): Promise<TradingFloor> {
  const test = await createTestDatabase();
  const clock = createFakeClock();
  // Everything the house asks the database goes through here, so that a test can cut it off.
  const proxy = await startDatabaseProxy(test.appUrl);
  const policy = { ...FLOOR_POLICY };
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-floor-"));
  const place = { url: proxy.url, clock, policy, mode, dataDir, stripe, watch };
  const openAgain = () =>
    openHouse({ ...place, beside: { sequencer: null, news: newsOn(bus), runsJobs } });
  let house = await openAgain();
  let isLeft = false;
  const leave = async () => {
    if (!isLeft) await house.stop();
    isLeft = true;
  };
  await openMarkets(house.sequencer);
  const ask: Ask = (path, options) => askAt(house.gateway.port, path, options);

  return {
    clock,
    test,
    proxy,
    gateway: () => house.gateway,
    sequencer: () => house.sequencer,
    members: () => house.members,
    cashier: () => house.cashier,
    community: () => house.community,
    liabilities: () => house.liabilities,
    letters: async () => {
      await house.members.settle();
      await house.cashier.settle();
      return house.letters;
    },
    policy,
    quote: (code, bid, ask) => {
      giveQuote(house.sequencer, clock, { code, bid, ask });
      house.quotes.move(code, bid);
    },
    setSession: (code, session) =>
      accept(house.sequencer, {
        type: "SetMarketSession",
        marketId: termsOf(code).marketId,
        session,
      }),
    ...openPeople({ test, ask, house: () => house }),
    ask,
    broken: () => brokenInvariants(test.ownerUrl),
    restart: async () => {
      await leave();
      house = await openAgain();
      isLeft = false;
    },
    leave,
    openBeside: async ({ bus: line, runsJobs: hasJobs }) => {
      const beside = { sequencer: house.sequencer, news: newsOn(line), runsJobs: hasJobs };
      return besideOf(await openHouse({ ...place, beside }));
    },
    dataDir,
    close: async () => {
      await leave();
      await proxy.close();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function besideOf({ gateway, letters, stop }: Awaited<ReturnType<typeof openHouse>>): Beside {
  const ask: Ask = (path, options) => askAt(gateway.port, path, options);
  const asks: Beside["asks"] = ({ token, userId }) => traderOf(ask, token, userId ?? "");
  return { gateway, letters, stop, asks };
}

function newsOn(bus: Bus | null): News {
  return createNews({ bus, log: createLog("fatal") });
}

async function openMarkets(sequencer: Sequencer): Promise<void> {
  for (const terms of Object.values(FLOOR_MARKETS)) {
    await accept(sequencer, { type: "DefineMarket", terms });
    const { marketId } = terms;
    await accept(sequencer, { type: "SetMarketSession", marketId, session: "open" });
  }
}

type People = Pick<TradingFloor, "openDemo" | "openReal" | "openStaff">;

/** Whoever comes in, in the house that stands now. */
function openPeople({
  test,
  ask,
  house,
}: {
  readonly test: TestDatabase;
  readonly ask: Ask;
  readonly house: () => Awaited<ReturnType<typeof openHouse>>;
}): People {
  return {
    openDemo: async () => {
      const { data } = await ask(`/api/user/createAccountDemoForU?demo_id=${newSecret()}`);
      return traderOf(ask, data.token, data.user.id);
    },
    openReal: async (cash) => {
      const { sequencer, members } = house();
      const { userId, accountId } = await insertReal(test);
      await accept(sequencer, { type: "OpenAccount", accountId, ownerId: userId, book: "real" });
      const amount = cash === undefined ? null : parseMoney(cash);
      if (amount !== null) {
        const causeId = await insertDeposit(test, { userId, accountId, amount });
        await accept(sequencer, { type: "Credit", cause: "deposit", causeId, amount, accountId });
      }
      const token = await members.sessions.open(userId, VISIT);
      return traderOf(ask, token, String(userId));
    },
    openStaff: async (roles) => {
      const staffId = await insertStaff(test, roles);
      const token = await house().members.staff.sessions.open(test.database, staffId, VISIT);
      const { userId: _, ...operator } = traderOf(ask, token, "");
      return { ...operator, staffId };
    },
  };
}

async function accept(
  sequencer: Sequencer,
  command: Parameters<Sequencer["submit"]>[0],
): Promise<void> {
  const outcome = await sequencer.submit(command);
  if (!outcome.isAccepted) throw new Error(`Invariant: accepted, not ${outcome.refusal.reason}`);
}
