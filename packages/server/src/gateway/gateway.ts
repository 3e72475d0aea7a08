// The gateway: HTTP and the live socket on one port. Started by main.ts in two steps, so that an
// occupied port is noticed before any heavy work: `startGateway` binds it and answers "starting",
// `attach` hands over what there is to serve. Who comes before is asked to wait a moment first: a
// crowd that was refused at once would ask again at once, and a start would spend itself on saying
// no. Invariant: until attached, nothing is served.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import { CALLS, type Call } from "@truetick/contract/calls";
import type { Clock } from "../platform/clock.ts";
import { type Refused, refuse } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import { createAddressLimit } from "./http/address-limit.ts";
import { refuseWith } from "./http/answer.ts";
import { loadAssets } from "./http/assets.ts";
import { createBodyBudget } from "./http/body-budget.ts";
import { createOwnOrigin } from "./http/check-site.ts";
import { createManifest, MANIFEST_PATH } from "./http/describe-app.ts";
import { createDescription } from "./http/describe-page.ts";
import { createFrontDoor, createRequestIds, type Page, type Site } from "./http/front-door.ts";
import { createHttpServer, type HttpServer } from "./http/http-server.ts";
import { createMetrics, type Figure, type Metrics, type Readings } from "./http/metrics.ts";
import { type AreaHandlers, buildRouteTable } from "./http/route-table.ts";
import type { FindCaller, FindStaff } from "./http/run-call.ts";
import { createHeaderSets, type HeaderSets } from "./http/security-headers.ts";
import { sendAndClose } from "./http/send-answer.ts";
import { createSideLane } from "./http/side-lane.ts";
import {
  answerAlive,
  answerStarting,
  createReadiness,
  type VitalSigns,
} from "./http/vital-signs.ts";
import { createLiveSocket, type LiveSocket } from "./socket/live-socket.ts";
import type { LiveSources } from "./socket/live-topics.ts";
import type { SendAll } from "./socket/send-all.ts";
import type { SessionSource } from "./socket/session-sockets.ts";
import type { SocketLimits } from "./socket/socket-limits.ts";
import type { WatchStaff } from "./socket/staff-watch.ts";

const UNFINISHED_MAX_MS = 1_500;
const EARLY_WAIT_MS = 1_000;

export type GatewaySettings = {
  /** 0: any free one. */
  readonly port: number;
  readonly mode: "sandbox" | "live";
  readonly publicOrigin: string;
  readonly trustedProxies: number;
  /** In tests and development every answer is held against its declaration. */
  readonly checksAnswers: boolean;
  readonly version: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly socketLimits?: SocketLimits;
  /** Writes to many sockets at once; without, each has its own write. */
  readonly sendAll?: SendAll | null;
  /** Whose counts of requests are one with ours; without, this gateway counts alone. */
  readonly news?: News;
};

export type GatewayParts = {
  /** One entry per area of the server. */
  readonly areas: readonly AreaHandlers[];
  /** Everything the platform declares, unless a test says otherwise. */
  readonly calls?: Readonly<Record<string, Call>>;
  readonly findCaller: FindCaller;
  readonly findStaff: FindStaff;
  /** Whether the desk is there for whoever comes from this address. */
  readonly allowsDesk: (address: string) => boolean;
  /** Who listens at the desk; null when it is nobody of the staff, or not any more. */
  readonly watchStaff: WatchStaff;
  readonly sessions: SessionSource;
  /** What the live socket tells of. */
  readonly live: LiveSources;
  readonly vitalSigns: () => Promise<VitalSigns>;
  readonly readings: Readings;
  /** What this process knows of itself beside, as in a cluster. */
  readonly figures?: readonly Figure[];
  /** The name that the app is installed under. */
  readonly appName: () => Promise<string>;
  /** Folders of the built apps; one that does not exist is simply not served. */
  readonly webFolder: string;
  readonly deskFolder: string;
};

export type Gateway = {
  readonly port: number;
  /** Fails when the route table is broken, naming the call. */
  readonly attach: (parts: GatewayParts) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Fails with the system's own error (EADDRINUSE, EACCES) when the port cannot be had. */
export async function startGateway(settings: GatewaySettings): Promise<Gateway> {
  const { log, clock, publicOrigin, trustedProxies, checksAnswers } = settings;
  const sets = createHeaderSets(settings);
  const isOwnOrigin = createOwnOrigin(settings);
  const metrics = createMetrics();
  let site: Site | null = null;
  let live: LiveSocket | null = null;
  const { opening, endWaiting } = createOpening();

  const frontDoor = createFrontDoor({
    sets,
    rules: {
      log,
      isOwnOrigin,
      checksAnswers,
      isEncrypted: publicOrigin.startsWith("https:"),
      budget: createBodyBudget(),
    },
    limit: createAddressLimit(clock, settings.news),
    metrics,
    trustedProxies,
    earlyPages: new Map([
      ["/healthz", answerAlive],
      ["/readyz", answerStarting],
    ]),
    site: () => site,
    opening,
    sideLane: createSideLane(),
  });
  const { sendAll = null } = settings;
  const { server, lane } = createHttpServer({ frontDoor, sets, sendAll });
  const refuseHandshake = createHandshakeRefusal(sets);
  server.on("upgrade", (request, connection, head) => {
    connection.on("error", () => connection.destroy());
    if (live) live.open(request, connection, head);
    else refuseHandshake(connection, refuse("UNAVAILABLE"));
  });
  server.listen(settings.port);
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    async attach(parts) {
      site = await buildSite(parts, { metrics, version: settings.version });
      const { live: sources, findCaller, watchStaff, sessions } = parts;
      const { countFrame } = metrics;
      live = createLiveSocket({
        sources,
        sessions,
        findCaller,
        watchStaff,
        clock,
        log,
        isOwnOrigin,
        trustedProxies,
        countFrame,
        sendAll,
        refuseHandshake,
        ...(settings.socketLimits && { limits: settings.socketLimits }),
      });
      metrics.watch(parts.readings, live.openSockets);
      metrics.watchFigures(parts.figures ?? []);
      endWaiting();
    },
    async stop() {
      endWaiting();
      await Promise.all([live?.drain(), closeServer({ server, lane })]);
    },
  };
}

/** What early ones wait for: the end of the start, or a moment. */
function createOpening() {
  let endWaiting: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    endWaiting = resolve;
  });
  const opening = () => Promise.race([opened, sleep(EARLY_WAIT_MS, null, { ref: false })]);
  return { opening, endWaiting };
}

async function buildSite(
  parts: GatewayParts,
  { metrics, version }: { metrics: Metrics; version: string },
): Promise<Site> {
  const { calls = CALLS, areas, findCaller, findStaff, allowsDesk, vitalSigns, appName } = parts;
  const { webFolder, deskFolder } = parts;
  const routes = buildRouteTable({ calls, areas });
  const [web, desk] = await Promise.all([
    loadAssets(webFolder, ""),
    loadAssets(deskFolder, "/desk"),
  ]);
  return {
    routes,
    findCaller,
    findStaff,
    allowsDesk,
    assets: new Map([...web, ...desk]),
    assetsWithoutDesk: web,
    pages: new Map<string, Page>([
      ["/healthz", answerAlive],
      ["/readyz", createReadiness({ probe: vitalSigns, version })],
      ["/metrics", metrics.answer],
      ["/openapi.json", createDescription({ calls, version })],
      [MANIFEST_PATH, createManifest({ file: web.get(MANIFEST_PATH), appName })],
    ]),
  };
}

function createHandshakeRefusal(sets: HeaderSets) {
  const nextRequestId = createRequestIds();
  return (connection: Duplex, refused: Refused): void => {
    const answer = refuseWith(languageOf(DEFAULT_LANGUAGE), refused);
    sendAndClose(connection, answer, { sets, requestId: nextRequestId() });
  };
}

/** Lets requests under way finish, for a while. */
async function closeServer({ server, lane }: HttpServer): Promise<void> {
  const closed = once(server, "close");
  server.close();
  lane.drain();
  const impatience = setTimeout(() => {
    server.closeAllConnections();
    lane.cut();
  }, UNFINISHED_MAX_MS);
  await closed;
  clearTimeout(impatience);
}
