// The house of a test's floor: every area on one database, composed as main.ts does it, with
// letters that are kept for reading and a clock that only the test moves. Used by trading-floor.ts.

import { join } from "node:path";
import { CALLS, type Call } from "@truetick/contract/calls";
import type { StripeAccess } from "../cashier/card/stripe.ts";
import { startCashier } from "../cashier/cashier.ts";
import type { PayoutProvider } from "../cashier/payouts/payout-provider.ts";
import { type Community, startCommunity } from "../community/community.ts";
import { createAnnouncementHandlers } from "../content/announcements/announcements.routes.ts";
import { type ContentDeskParts, createContentDesk } from "../content/content-desk.ts";
import { createNewsHandlers } from "../content/news/news.routes.ts";
import { createPlatformSettings } from "../content/settings/platform-settings.ts";
import { createSupport, type Support } from "../content/support/support.ts";
import { holdToldWords } from "../content/support/told-words.ts";
import { createDesk, type DeskParts } from "../desk/desk.ts";
import {
  createExposureDesk,
  createExposureReader,
} from "../desk/exposure/exposure.staff-routes.ts";
import { createOrderDesk } from "../desk/orders/orders.staff-routes.ts";
import {
  createMovedQuotes,
  HANDLERS,
  liveWith,
  openGateway,
  PUBLIC_ORIGIN,
} from "../gateway/testing/open-gateway.ts";
import { holdRestricted } from "../members/areas/hold-restricted.ts";
import { createMembers } from "../members/members.ts";
import { createPushIdentity } from "../members/push/push-identity.ts";
import type { MemberPolicy } from "../members/registration/member-policy.ts";
import { type Database, openDatabase } from "../platform/database.ts";
import { createLog, type Log } from "../platform/log.ts";
import { createCashierChanges, type MemberChanges } from "../platform/member-changes.ts";
import type { News } from "../platform/news/news.ts";
import type { OutgoingMessage } from "../platform/outbox/message.ts";
import { createUploads } from "../platform/uploads/uploads.ts";
import { startLiabilities } from "../proof/liabilities/liabilities.ts";
import { deriveKey, deriveSaltKey } from "../proof/log/proof-keys.ts";
import { createProofLog } from "../proof/log/proof-log.ts";
import { createReceiptHandlers } from "../proof/receipts/receipts.routes.ts";
import { createVerdictHandlers } from "../proof/verifier/verdict.routes.ts";
import { readVerdict } from "../proof/verifier/verdict-table.ts";
import { createWhyHandlers } from "../proof/why/why.routes.ts";
import { createAccountHandlers } from "../trading/account/account.routes.ts";
import {
  createMarketDirectory,
  createMarketFinder,
  type MarketDirectory,
} from "../trading/markets/market-directory.ts";
import { type FinancingBook, openFinancingBook } from "../trading/orders/financing-book.ts";
import { createOrderHandlers } from "../trading/orders/orders.routes.ts";
import { type Sequencer, startSequencer } from "../trading/sequencer/sequencer.ts";
import { createAloneNews } from "./alone-news.ts";
import type { FakeClock } from "./fake-clock.ts";
import { FLOOR_LIST, FLOOR_MARKETS } from "./floor-markets.ts";

export type Mode = "sandbox" | "live";

/** The same after a restart and in every process of a test, as an installation's are. */
export const FLOOR_SECRETS = {
  codeKey: Buffer.alloc(32, "code"),
  sealKey: Buffer.alloc(32, "seal"),
  chatKey: Buffer.alloc(32, "chat"),
};

export type FloorPolicy = {
  -readonly [Name in keyof Awaited<ReturnType<MemberPolicy>>]: Awaited<
    ReturnType<MemberPolicy>
  >[Name];
};

export const FLOOR_POLICY: FloorPolicy = {
  verifyMode: "code",
  restrictedAreas: ["CN", "CU", "IL", "KP", "VU"],
  isMobileShown: true,
};

type HouseParts = {
  readonly url: string;
  readonly clock: FakeClock;
  readonly policy: FloorPolicy;
  readonly mode: Mode;
  readonly dataDir: string;
  readonly stripe: StripeAccess | null;
  /** What stands in the way of this house's acts, to see them or to end it there. */
  readonly watch?: HouseWatch;
  /** One of several: whose engine it uses, what it tells the others, whether jobs are its. */
  readonly beside?: HouseBeside;
};

export type HouseBeside = {
  /** Null: one of its own. */
  readonly sequencer: Sequencer | null;
  readonly news: News;
  readonly runsJobs: boolean;
};

export type HouseWatch = {
  readonly sequencer?: (own: Sequencer) => Sequencer;
  readonly changes?: (own: MemberChanges) => MemberChanges;
  readonly provider?: PayoutProvider;
};

const PROGRAMS = {
  encodeProgram: join(import.meta.dirname, "../../programs/encode-picture.mjs"),
} as const;

/** As in the sandbox: announced changes wait a minute of the floor's clock. */
export const FLOOR_NOTICE_SEC = 60;
/** How long a new payout method waits here. */
export const FLOOR_COOLING_SEC = 60;

const FLOOR_SETTINGS = {
  secrets: FLOOR_SECRETS,
  smsPerDayMax: null,
  publicOrigin: PUBLIC_ORIGIN,
  noticeSec: FLOOR_NOTICE_SEC,
  coolingSec: FLOOR_COOLING_SEC,
  reviewHours: 24,
  deskAllowed: [],
  pushIdentity: createPushIdentity(Buffer.alloc(32, "push"), "mailto:floor@example.test"),
  pushHosts: ["push.example.test"],
} as const;

/** What is owed is published when a test asks for it. */
const FLOOR_LIABILITIES = {
  sealKey: FLOOR_SECRETS.sealKey,
  liabilitiesEverySec: 0,
  proofLog: null,
} as const;

/** Where settings of the floor may send people. */
const FLOOR_HOSTS = ["help.example.test"];

export async function openHouse({ url, policy: rules, ...parts }: HouseParts) {
  const { clock, mode, dataDir, stripe, watch } = parts;
  const { shared, letters, address, close } = await openGround({ url, ...parts });
  const { database, news, sequencer } = shared;
  const { sealKey } = FLOOR_SECRETS;
  const uploads = await createUploads({ ...shared, ...PROGRAMS, dataDir, sealKey });
  const told = createCashierChanges(news);
  const changes = watch?.changes?.(told) ?? told;
  const policy = async () => rules;
  const directory = createMarketDirectory(FLOOR_LIST);
  const around = { address, mode, policy, uploads, changes, directory };
  const people = { ...shared, ...FLOOR_SETTINGS, ...around };
  const members = createMembers(people);
  const { staff, identity, secondFactor } = members;
  const cashier = await startCashier({
    ...people,
    ...{ staff, identity, secondFactor, dataDir, stripe },
    findMarket: createMarketFinder(FLOOR_LIST),
    letters: members.letters,
    ...(watch?.provider && { provider: watch.provider }),
  });
  const quotes = createMovedQuotes(Object.keys(FLOOR_MARKETS));
  const { read, readHere, subscribe } = sequencer;
  const { financingOf } = await openFinancingBook({ database, subscribe });
  const settings = createFloorSettings(shared);
  const { queues } = staff;
  const { inbox } = members.notices;
  const support = createSupport({ ...people, settings, queues, inbox });
  const isSimulated = mode === "sandbox";
  const shown = { directory, financingOf, inbox, isSimulated };
  const community = await startCommunity({ ...shared, ...shown });
  const { proposals } = staff;
  const liabilities = startLiabilities({ ...shared, ...FLOOR_LIABILITIES, proposals, isSimulated });
  const every = [
    HANDLERS,
    liabilities.handlers,
    ...createFloorProof({ database, clock, sealKey }),
    support.handlers,
    cashier.handlers,
    members.handlers,
    ...tradingHandlers({ database, clock, sequencer, directory, financingOf }),
    createFloorDesk({ ...shared, ...staff, settings, changes, letters: members.letters }),
    community.handlers,
    ...contentHandlers({ ...people, letters: members.letters, queues }),
  ];
  const areas = holdRestricted(people, holdToldWords({ ...people, settings }, every));
  const own = { directory, financingOf, read, readHere, subscribe };
  const accounts = { isSimulated: true, ...own };
  const gateway = await openGateway({
    calls: callsOf(areas),
    areas,
    findCaller: members.findCaller,
    findStaff: staff.findStaff,
    watchStaff: staff.sessions.watch,
    sessions: members.sessions,
    live: { ...liveWith(quotes), accounts, changes, inbox, ...newsOf(community, support) },
  });
  const stop = async () => {
    const parts = [gateway, support, liabilities, community, cashier, uploads, members];
    for (const part of parts) await part.stop();
    await close();
  };
  return { gateway, sequencer, members, cashier, community, liabilities, quotes, letters, stop };
}

type GroundParts = Pick<HouseParts, "url" | "clock" | "watch" | "beside">;

/** What every area of the house stands on. */
async function openGround({ url, clock, watch, beside }: GroundParts) {
  const log = createLog("fatal");
  const address = { url, role: null };
  const { database, close } = openDatabase(address, log);
  const started = beside?.sequencer ?? (await startSequencer({ address, database, clock, log }));
  const sequencer = watch?.sequencer?.(started) ?? started;
  const { news, runsJobs } = beside ?? { news: createAloneNews(), runsJobs: true };
  const letters: OutgoingMessage[] = [];
  const messenger = messengerTo(letters);
  return {
    shared: { database, clock, log, news, runsJobs, sequencer, messenger },
    letters,
    address,
    close: async () => {
      // An engine that is another's goes on.
      if (!beside?.sequencer) await sequencer.stop();
      await close();
    },
  };
}

function newsOf({ copies }: Community, { news: support }: Support) {
  return { copies, support };
}

/** Receipts and the verdict; nobody keeps the logs or verifies but tests that do it by hand. */
function createFloorProof(parts: {
  readonly database: Database;
  readonly clock: FakeClock;
  readonly sealKey: Buffer;
}) {
  const { database, sealKey } = parts;
  const [signer, saltKey] = [deriveKey(sealKey, 1), deriveSaltKey(sealKey)];
  const receipts = createReceiptHandlers({
    ...parts,
    log: createProofLog({ database, signer, saltKey }),
    issuer: { build: "floor", mode: "SIMULATED", origin: "http://localhost" },
    everyMs: 60_000,
  });
  const verdict = async () => ({ ...(await readVerdict(database)), isRunning: false });
  const verifier = { verdict, run: async () => undefined };
  return [receipts, createVerdictHandlers({ database, verifier })];
}

/** Keeps what it is given to send. */
function messengerTo(letters: OutgoingMessage[]) {
  return {
    send: async (letter: OutgoingMessage) => void letters.push(letter),
    sendIn: async (_trx: Database, sent: readonly OutgoingMessage[]) => void letters.push(...sent),
    canSend: () => true,
  };
}

/** News, announcements and feedback, for their readers and for the desk. */
function contentHandlers(parts: ContentDeskParts & { readonly clock: FakeClock } & PolicyPart) {
  const restrictedAreas = async () => (await parts.policy()).restrictedAreas;
  return [
    createNewsHandlers(parts),
    createAnnouncementHandlers({ ...parts, restrictedAreas }),
    createContentDesk(parts).handlers,
  ];
}

type PolicyPart = { readonly policy: MemberPolicy };

type TradingParts = {
  readonly database: Database;
  readonly clock: FakeClock;
  readonly sequencer: Sequencer;
  readonly directory: MarketDirectory;
  readonly financingOf: FinancingBook["financingOf"];
};

/** Orders and accounts, for their owners and for the desk. */
function tradingHandlers(parts: TradingParts) {
  const { database, clock, sequencer, directory, financingOf } = parts;
  const { submit, read, storeTape } = sequencer;
  const exposure = createExposureReader({ sequencer, directory, clock });
  return [
    createOrderHandlers({ submit, read, database, directory, financingOf, clock }),
    createAccountHandlers({ read, database }),
    createOrderDesk({ database, sequencer, directory }),
    createExposureDesk(exposure, directory),
    createWhyHandlers({ database, read, storeTape, directory }),
  ];
}

function createFloorDesk(parts: Omit<DeskParts, "letterFolder">) {
  return createDesk({ ...parts, letterFolder: null }).handlers;
}

function createFloorSettings(parts: { readonly database: Database; readonly log: Log }) {
  return createPlatformSettings({
    ...parts,
    pinned: {},
    allowedHosts: FLOOR_HOSTS,
    feeBase: "notional",
    canSendSms: true,
  });
}

/** The platform has more; those are tested where they are answered. */
function callsOf(areas: readonly object[]): Readonly<Record<string, Call>> {
  return Object.fromEntries(
    Object.entries<Call>(CALLS).filter(([name]) => areas.some((area) => name in area)),
  );
}
