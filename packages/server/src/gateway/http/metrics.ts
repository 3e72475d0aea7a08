// The counters of the server in Prometheus' text (/metrics). The gateway counts its own requests
// and sockets; what the areas count is read from them when somebody asks. No label ever holds
// anything a caller chose.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Answer } from "./answer.ts";

/** Read at every look; each answers its total so far. */
export type Readings = {
  readonly quotesAccepted: () => number;
  readonly quotesRefused: () => Iterable<{
    readonly source: string;
    readonly reason: string;
    readonly count: number;
  }>;
  readonly priceSources: () => Iterable<{
    readonly source: string;
    readonly isSilent: boolean;
    readonly ticks: number;
  }>;
  readonly isTrading: () => boolean;
  readonly queuedRows: () => number;
  readonly heldQuotes: () => number;
  readonly journalSeq: () => number;
  /** Messages to people, by channel. */
  readonly messagesWaiting: () => Promise<
    Iterable<{ readonly channel: string; readonly count: number }>
  >;
  readonly messagesEnded: () => Iterable<{
    readonly channel: string;
    readonly state: string;
    readonly count: number;
  }>;
  /** Rows of the journal whose news nobody was told yet. */
  readonly inboxLag: () => number;
  readonly alertsWaiting: () => number;
  /** Rows of the journal that leaders may have dealt in and nobody has copied yet. */
  readonly copyLag: () => number;
  /** What the verifier last found of the whole record. */
  readonly verdict: () => {
    readonly isWhole: boolean;
    readonly faults: number;
    /** Unix seconds; 0: not verified so far. */
    readonly finishedAt: number;
    readonly tookSec: number;
    readonly rows: number;
  };
  /** The logs that prove what happened. */
  readonly proof: () => {
    readonly lagRows: number;
    readonly ageSec: number;
    readonly crashes: number;
  };
  readonly databaseConnections: () => {
    readonly total: number;
    readonly idle: number;
    readonly waiting: number;
  };
};

/** One number that a part of the server knows of itself. */
export type Figure = {
  readonly name: string;
  readonly help: string;
  readonly value: () => number;
};

export type Metrics = {
  readonly countRequest: (call: string, result: string, seconds: number) => void;
  readonly watch: (readings: Readings, openSockets: () => number) => void;
  readonly watchFigures: (figures: readonly Figure[]) => void;
  readonly countFrame: (bytes: number) => void;
  readonly answer: () => Promise<Answer>;
};

const DURATION_BUCKETS_SEC = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "truetick_http_request_seconds",
    help: "Time from a request to its answer, by call and result",
    labelNames: ["call", "result"] as const,
    buckets: DURATION_BUCKETS_SEC,
    registers: [registry],
  });
  // Plain numbers on the hot path, read into the registry when somebody looks.
  let framesSent = 0;
  let bytesSent = 0;
  addTotal(registry, "truetick_socket_frames_total", "Quote frames sent", () => framesSent);
  addTotal(registry, "truetick_socket_bytes_total", "Bytes of quote frames sent", () => bytesSent);
  // Looking a pair of labels up costs more than counting it, and there are few pairs. By the one
  // and then by the other: a text of both would be made, and its hash, for every request.
  const known = new Map<string, Map<string, ReturnType<typeof durations.labels>>>();
  const makeTimer = (call: string, result: string) => {
    const timer = durations.labels(call, result);
    known.set(call, (known.get(call) ?? new Map()).set(result, timer));
    return timer;
  };
  return {
    countRequest(call, result, seconds) {
      const timer = known.get(call)?.get(result) ?? makeTimer(call, result);
      timer.observe(seconds);
    },
    countFrame(bytes) {
      framesSent += 1;
      bytesSent += bytes;
    },
    watch: (readings, openSockets) => watchReadings(registry, readings, openSockets),
    watchFigures(figures) {
      for (const { name, help, value } of figures) addGauge(registry, name, help, value);
    },
    async answer() {
      return {
        status: 200,
        kind: "api",
        headers: ["Content-Type", registry.contentType],
        body: await registry.metrics(),
      };
    },
  };
}

function watchReadings(registry: Registry, readings: Readings, openSockets: () => number): void {
  const registers = [registry];
  addGauge(registry, "truetick_sockets_open", "Live sockets that are open now", openSockets);
  const isTrading = () => Number(readings.isTrading());
  addGauge(registry, "truetick_engine_trading", "1 while orders are taken", isTrading);
  const { queuedRows, heldQuotes, journalSeq } = readings;
  addGauge(registry, "truetick_journal_queued_rows", "Rows that wait for the disk", queuedRows);
  addGauge(registry, "truetick_engine_held_quotes", "Quotes not yet decided on", heldQuotes);
  addGauge(registry, "truetick_journal_seq", "The newest durable row", journalSeq);
  const { quotesAccepted } = readings;
  addTotal(registry, "truetick_quotes_accepted_total", "Quotes past the gate", quotesAccepted);
  watchSources(registry, readings);
  watchMessages(registry, readings);
  watchProof(registry, readings);
  watchRecord(registry, readings);
  new Gauge({
    name: "truetick_database_connections",
    help: "Connections to PostgreSQL: all, idle, and requests waiting for one",
    labelNames: ["state"] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(readings.databaseConnections())) {
        this.set({ state }, count);
      }
    },
  });
}

/** What each source of prices says and what was not believed of it (F11 to F15). */
function watchSources(registry: Registry, { quotesRefused, priceSources }: Readings): void {
  const registers = [registry];
  new Counter({
    name: "truetick_quotes_refused_total",
    help: "What sources sent and no quote came of, by source and reason",
    labelNames: ["source", "reason"] as const,
    registers,
    collect() {
      this.reset();
      for (const { source, reason, count } of quotesRefused()) this.inc({ source, reason }, count);
    },
  });
  new Counter({
    name: "truetick_source_ticks_total",
    help: "Ticks of each source that passed the gate",
    labelNames: ["source"] as const,
    registers,
    collect() {
      this.reset();
      for (const { source, ticks } of priceSources()) this.inc({ source }, ticks);
    },
  });
  new Gauge({
    name: "truetick_source_silent",
    help: "1 while a source gives no sign of life",
    labelNames: ["source"] as const,
    registers,
    collect() {
      for (const { source, isSilent } of priceSources()) this.set({ source }, Number(isSilent));
    },
  });
}

/** What people are told: on its way, how it ended, and what is still to be told (F28). */
function watchMessages(registry: Registry, readings: Readings): void {
  const registers = [registry];
  const { messagesWaiting, messagesEnded, inboxLag, alertsWaiting, copyLag } = readings;
  new Gauge({
    name: "truetick_outbox_waiting",
    help: "Messages to people that are on their way, by channel",
    labelNames: ["channel"] as const,
    registers,
    async collect() {
      const waiting = await messagesWaiting();
      this.reset();
      for (const { channel, count } of waiting) this.set({ channel }, count);
    },
  });
  new Counter({
    name: "truetick_outbox_ended_total",
    help: "Messages to people that were sent, refused or given up, by channel",
    labelNames: ["channel", "state"] as const,
    registers,
    collect() {
      this.reset();
      for (const { channel, state, count } of messagesEnded()) this.inc({ channel, state }, count);
    },
  });
  addGauge(registry, "truetick_inbox_lag_rows", "Journal rows not yet told of", inboxLag);
  addGauge(registry, "truetick_copy_lag_rows", "Journal rows not yet copied", copyLag);
  addGauge(registry, "truetick_price_alerts_waiting", "Price alerts that wait", alertsWaiting);
}

/** Whether the record is whole: the one figure to be woken for (T86). */
function watchRecord(registry: Registry, { verdict }: Readings): void {
  const add = (name: string, help: string, value: () => number) =>
    addGauge(registry, `truetick_record_${name}`, help, value);
  add("whole", "0 when the verifier found a bad record", () => Number(verdict().isWhole));
  add("faults", "Logs in which the verifier found a bad record", () => verdict().faults);
  add("verified_at", "When the whole record was last verified", () => verdict().finishedAt);
  add("verify_seconds", "How long that took", () => verdict().tookSec);
  add("verified_rows", "Rows that were looked at", () => verdict().rows);
}

/** How far behind the signed checkpoints are. */
function watchProof(registry: Registry, { proof }: Readings): void {
  const lag = "Journal rows under no checkpoint";
  addGauge(registry, "truetick_proof_lag_rows", lag, () => proof().lagRows);
  const age = "Seconds since the newest checkpoint";
  addGauge(registry, "truetick_checkpoint_age_seconds", age, () => proof().ageSec);
  const crashes = "How often the thread that keeps the logs broke";
  addTotal(registry, "truetick_proof_keeper_crashes_total", crashes, () => proof().crashes);
}

/** Two roles in one process may know the same of themselves: the later one is shown. */
function addGauge(registry: Registry, name: string, help: string, value: () => number): void {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
}

function addTotal(registry: Registry, name: string, help: string, total: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(total());
    },
  });
}
