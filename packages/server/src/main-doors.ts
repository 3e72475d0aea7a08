// The doors of a process, put together for main.ts: the gateway's with everything behind them.

import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { type Gateway, startGateway } from "./gateway/gateway.ts";
import type { Figure, Readings } from "./gateway/http/metrics.ts";
import type { LiveSources } from "./gateway/socket/live-topics.ts";
import { loadSendAll } from "./gateway/socket/send-all.ts";
import { startVitalPort, type VitalPort } from "./gateway/vital-port.ts";
import type { Areas } from "./main-areas.ts";
import type { Ground, House } from "./main-ground.ts";
import { systemClock } from "./platform/clock.ts";
import { checkDatabase } from "./platform/database.ts";
import type { News } from "./platform/news/news.ts";
import { portRefusal } from "./platform/port.ts";
import type { TradingView } from "./trading/trading-face.ts";

const WEB = join(import.meta.dirname, "../../web/dist");
const DESK = join(import.meta.dirname, "../../desk/dist");
const SEND_ALL = join(import.meta.dirname, "../native/dist/send-all.node");

type Behind = {
  readonly ground: Ground;
  readonly trading: TradingView;
  readonly areas: Areas;
  /** What this process knows of itself beside, as in a cluster. */
  readonly figures?: readonly Figure[];
};

/** Lets everybody in; whatever is asked from here on is answered by the areas. */
export async function openDoors(
  { config, shutdown }: House,
  gateway: Gateway,
  { ground, trading, areas, figures = [] }: Behind,
): Promise<void> {
  const { members, content, support, community, changes, handlers } = areas;
  await gateway.attach({
    areas: handlers,
    findCaller: members.findCaller,
    findStaff: members.staff.findStaff,
    allowsDesk: members.staff.allowsDesk,
    watchStaff: members.staff.sessions.watch,
    sessions: members.sessions,
    live: {
      ...liveSources(trading),
      changes,
      inbox: members.notices.inbox,
      copies: community.copies,
      support: support.news,
    },
    vitalSigns: async () => {
      const { quotesAccepted: _, quotesRefused: __, ...signs } = trading.status();
      const health = await checkDatabase(ground.database, ground.newestMigration);
      return { mode: config.mode, ...signs, ...health };
    },
    readings: readingsOf({ ground, trading, areas }),
    figures,
    appName: content.appName,
    webFolder: WEB,
    deskFolder: DESK,
  });
  // Last in, first out: no request reaches an area that is being stopped.
  shutdown.add("gateway", gateway.stop);
}

/** What /metrics shows of the parts. */
export function readingsOf({ ground, trading, areas }: Behind): Readings {
  const { status, sources } = trading;
  const { members, community, readings } = areas;
  return {
    quotesAccepted: () => status().quotesAccepted,
    quotesRefused: sources.refused,
    priceSources: sources.readings,
    isTrading: () => status().engine === "trading",
    queuedRows: () => status().queuedRows,
    heldQuotes: () => status().heldQuotes,
    journalSeq: () => status().journalSeq,
    databaseConnections: ground.connections,
    messagesWaiting: ground.messenger.waiting,
    messagesEnded: ground.messenger.ended,
    inboxLag: members.notices.journal.lag,
    alertsWaiting: members.notices.alerts.waiting,
    copyLag: community.copying.lag,
    ...readings,
  };
}

/** What the live socket tells of, and whether its prices are made up (H13). */
function liveSources({
  quotes,
  candles,
  sequencer,
  directory,
  financingOf,
}: TradingView): Omit<LiveSources, "changes" | "inbox" | "copies" | "support"> {
  const { isSimulated } = quotes;
  const { read, readHere, subscribe } = sequencer;
  return {
    quotes,
    candles: { isSimulated, ...candles },
    accounts: { isSimulated, directory, financingOf, read, readHere, subscribe },
  };
}

/** Early, so that an occupied port is one line at once; until `attach` it answers "starting". */
export async function bindGateway({ config, log, shutdown }: House, news: News): Promise<Gateway> {
  const { port, mode, publicOrigin, trustedProxies, isDevelopment } = config;
  try {
    const gateway = await startGateway({
      port,
      mode,
      publicOrigin,
      trustedProxies,
      checksAnswers: isDevelopment,
      version: manifest.version,
      log,
      clock: systemClock,
      news,
      sendAll: loadSendAll(SEND_ALL),
    });
    shutdown.add("gateway", gateway.stop);
    return gateway;
  } catch (error) {
    throw portRefusal(port, error);
  }
}

/** The port of a process that serves nobody. */
export async function bindVitalPort({ config, shutdown }: House): Promise<VitalPort> {
  const { port, publicOrigin } = config;
  try {
    const vital = await startVitalPort({ port, publicOrigin, version: manifest.version });
    shutdown.add("vital-port", vital.stop);
    return vital;
  } catch (error) {
    throw portRefusal(port, error);
  }
}
