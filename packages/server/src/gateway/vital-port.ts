// The port of a process that serves nobody (an engine, a feed, the jobs): whether it lives, whether
// it can do its work, and its figures, for supervisors and Prometheus; nothing else. Opened by
// main.ts in two steps like the gateway, so that an occupied port is noticed before heavy work.

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, JSON_HEADERS } from "./http/answer.ts";
import { createRequestIds } from "./http/front-door.ts";
import { createMetrics, type Figure, type Readings } from "./http/metrics.ts";
import { createHeaderSets } from "./http/security-headers.ts";
import { sendAnswer } from "./http/send-answer.ts";
import {
  answerAlive,
  answerJson,
  answerStarting,
  oncePerSecond,
  tooLate,
} from "./http/vital-signs.ts";

/** What such a process knows of itself: each part by its name, and whether all is well. */
export type RoleSigns = { readonly isReady: boolean } & Readonly<Record<string, unknown>>;

export type VitalPort = {
  readonly port: number;
  readonly attach: (parts: {
    readonly signs: () => Promise<RoleSigns>;
    readonly figures: readonly Figure[];
  }) => void;
  /** From when on the process has what a gateway counts, too. */
  readonly watch: (readings: Readings) => void;
  readonly stop: () => Promise<void>;
};

export type VitalPortSettings = Parameters<typeof createHeaderSets>[0] & {
  readonly port: number;
  readonly version: string;
};

const HEADERS_TIMEOUT_MS = 5_000;
const UNKNOWN: Answer = { status: 404, kind: "api", headers: JSON_HEADERS, body: "{}" };

/** Fails with the system's own error (EADDRINUSE, EACCES) when the port cannot be had. */
export async function startVitalPort(settings: VitalPortSettings): Promise<VitalPort> {
  const sets = createHeaderSets(settings);
  const nextRequestId = createRequestIds();
  const metrics = createMetrics();
  let isReady: () => Answer | Promise<Answer> = answerStarting;
  const pages = new Map<string, () => Answer | Promise<Answer>>([
    ["/healthz", answerAlive],
    ["/readyz", () => isReady()],
    ["/metrics", metrics.answer],
  ]);
  const pageOf = ({ method, url }: IncomingMessage) =>
    method === "GET" || method === "HEAD" ? pages.get(url ?? "") : undefined;
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS }, (request, response) => {
    const answering = Promise.resolve(pageOf(request)?.() ?? UNKNOWN);
    void answering.then((answer) =>
      sendAnswer({ request, response }, answer, { sets, requestId: nextRequestId(), closes: true }),
    );
  });
  server.listen(settings.port);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    attach({ signs, figures }) {
      isReady = oncePerSecond(() => look(signs, settings.version));
      metrics.watchFigures(figures);
    },
    watch: (readings) => metrics.watch(readings, () => 0),
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function look(signs: () => Promise<RoleSigns>, version: string): Promise<Answer> {
  const uptimeSec = Math.floor(process.uptime());
  const found = await Promise.race([signs(), tooLate()]).catch(() => null);
  const { isReady, ...known } = found ?? { isReady: false };
  return answerJson(isReady ? 200 : 503, { ready: isReady, ...known, version, uptimeSec });
}
