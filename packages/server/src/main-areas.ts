// The areas of the server above trading, put together for main.ts: what each needs of the others is
// handed over here and nowhere else. The same in one process that plays every role, in a gateway
// and in the jobs; what happens by itself happens where `runsJobs` says so.

import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { startCashier } from "./cashier/cashier.ts";
import { startCommunity } from "./community/community.ts";
import { startContent } from "./content/content.ts";
import { createContentDesk } from "./content/content-desk.ts";
import { createSupport } from "./content/support/support.ts";
import { holdToldWords } from "./content/support/told-words.ts";
import { createDesk } from "./desk/desk.ts";
import { createTradingDesk } from "./desk/trading-desk.ts";
import type { Ground, House } from "./main-ground.ts";
import { holdRestricted } from "./members/areas/hold-restricted.ts";
import { createMembers } from "./members/members.ts";
import type { SeededOperator } from "./members/staff/seed-operators.ts";
import { readBuildId } from "./platform/build-id.ts";
import { createCashierChanges } from "./platform/member-changes.ts";
import { createUploads } from "./platform/uploads/uploads.ts";
import { startProof } from "./proof/proof.ts";
import { createMarketFinder } from "./trading/markets/market-directory.ts";
import type { TradingView } from "./trading/trading-face.ts";

const ENCODE_PROGRAM = join(import.meta.dirname, "../programs/encode-picture.mjs");
/** A thread's own file: its sources need a loader. */
const threadOf = (name: string) =>
  join(
    import.meta.dirname,
    import.meta.filename.endsWith(".ts") ? `../programs/${name}.mjs` : `${name}.js`,
  );

export type Areas = Awaited<ReturnType<typeof startAreas>>;

export async function startAreas(
  { config, shutdown }: House,
  ground: Ground,
  trading: TradingView,
) {
  const { messenger, secrets } = ground;
  const content = await startContent({
    ...config.content,
    ...ground,
    cookieKey: secrets.cookieKey,
    canSendSms: messenger.canSend("sms"),
  });
  const { sealKey } = secrets;
  const uploads = await createUploads({ ...ground, sealKey, encodeProgram: ENCODE_PROGRAM });
  shutdown.add("uploads", uploads.stop);
  const { sequencer, directory } = trading;
  const policy = content.platformSettings.read;
  const changes = createCashierChanges(ground.news);
  const people = { ...config, ...ground, sequencer, directory, policy, uploads, changes };
  const members = createMembers(people);
  shutdown.add("members", members.stop);
  announceOperators(await members.staff.seed(config.operators));
  const { letters } = members;
  const cashier = await startCashier({
    ...people,
    letters,
    findMarket: createMarketFinder(trading.markets.all),
    staff: members.staff,
    identity: members.identity,
    secondFactor: members.secondFactor,
  });
  shutdown.add("cashier", cashier.stop);
  const { proposals, queues } = members.staff;
  const desk = createDesk({
    ...ground,
    letters,
    sequencer,
    settings: content.platformSettings,
    proposals,
    queues,
    changes,
    letterFolder: config.mode === "sandbox" ? join(ground.dataDir, "outbox") : null,
  });
  const { inbox } = members.notices;
  const settings = content.platformSettings;
  const office = { ...config, ...ground, uploads, sequencer, settings, queues, letters, inbox };
  const contentDesk = createContentDesk(office);
  const support = createSupport(office);
  shutdown.add("support", support.stop);
  const tradingDesk = createTradingDesk({ ...ground, trading, register: proposals.register });
  const community = await startCommunity({
    ...ground,
    sequencer,
    directory,
    financingOf: trading.financingOf,
    inbox,
    isSimulated: trading.quotes.isSimulated,
  });
  shutdown.add("community", community.stop);
  const own = { config, shutdown, ground, trading, proposals };
  const proof = await startProof({ ...own, ...(await findPrograms()) });
  const areas = [members, cashier, community, content, contentDesk, support, desk];
  const ownHandlers = areas.map(({ handlers }) => handlers);
  const every = [...ownHandlers, tradingDesk, ...proof.handlers];
  const handlers = holdRestricted(people, holdToldWords(office, every));
  const { readings } = proof;
  return { trading, members, content, support, community, changes, handlers, readings };
}

/** Which program runs, and the threads that it starts for the proof. */
async function findPrograms() {
  return {
    build: await readBuild(),
    keeperProgram: threadOf("keeper-thread"),
    verifyProgram: threadOf("verify-thread"),
  };
}

/** The program with its version, as receipts name it. */
export function readBuild(): Promise<string> {
  return readBuildId(import.meta.dirname, manifest.version);
}

/** For whoever is at the terminal, once; the log never sees it. */
function announceOperators(seeded: readonly SeededOperator[]): void {
  if (seeded.length === 0) return;
  console.log("The first operators of the back office; their passwords are not shown again:");
  for (const { email, drawnPassword } of seeded) {
    console.log(`  ${email}  ${drawnPassword ?? "(password as given)"}`);
  }
}
