// What the board shows and what wakes an operator is measured: every metric and label that
// deploy/ names is one that /metrics has, and every metric of ours is on the board.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createMetrics, type Readings } from "./metrics.ts";

const DEPLOY = join(import.meta.dirname, "../../../../../deploy");
/** What Prometheus itself says of whoever it asks, and the labels that it adds. */
const OF_PROMETHEUS = ["up"];
const ADDED_LABELS = ["job", "instance", "role", "le"];
/** Words of its language. */
const WORDS =
  /^(?:sum|min|max|abs|count|avg|rate|increase|topk|time|absent|histogram_quantile|by|on|and|or|predict_linear)$/;

const READINGS: Readings = {
  quotesAccepted: () => 1,
  quotesRefused: () => [{ source: "sim", reason: "STALE", count: 1 }],
  priceSources: () => [{ source: "sim", isSilent: false, ticks: 1 }],
  isTrading: () => true,
  queuedRows: () => 0,
  heldQuotes: () => 0,
  journalSeq: () => 1,
  messagesWaiting: async () => [{ channel: "email", count: 1 }],
  messagesEnded: () => [{ channel: "email", state: "sent", count: 1 }],
  inboxLag: () => 0,
  alertsWaiting: () => 0,
  copyLag: () => 0,
  verdict: () => ({ isWhole: true, faults: 0, finishedAt: 1, tookSec: 1, rows: 1 }),
  proof: () => ({ lagRows: 0, ageSec: 1, crashes: 0 }),
  databaseConnections: () => ({ total: 1, idle: 1, waiting: 0 }),
};

/** Names of metrics, with the labels of each. */
const measured = new Map<string, Set<string>>();
const isOurs = (name: string) => name.startsWith("truetick_");

beforeAll(async () => {
  const metrics = createMetrics();
  metrics.watch(READINGS, () => 1);
  metrics.countRequest("placeOrder", "ok", 0.001);
  // A first look of the runtime at itself has to pass before it has figures.
  await new Promise((resume) => setTimeout(resume, 20));
  const text = String((await metrics.answer()).body);
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? /gm)) {
    const known = measured.get(name) ?? new Set<string>();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    measured.set(name, known);
  }
  // Of roles that have a process to themselves.
  const roles = readFileSync(join(import.meta.dirname, "../../main-roles.ts"), "utf8");
  const own = [...roles.matchAll(/\bfigure\("(\w+)"/g)].map(([, name = ""]) => `truetick_${name}`);
  for (const name of own) measured.set(name, measured.get(name) ?? new Set());
  for (const [, name = ""] of text.matchAll(/^# TYPE (nodejs_gc_duration_seconds) /gm)) {
    measured.set(`${name}_sum`, new Set(["kind"]));
  }
});

type Named = { readonly metric: string; readonly labels: readonly string[] };

/** The metrics that an expression names, with the labels it asks each for. */
function namesIn(expression: string): Named[] {
  const bare = expression.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, "");
  const grouped = [...bare.matchAll(/\b(?:by|on) ?\(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((label) => label.trim()),
  );
  const rest = bare.replace(/\b(?:by|on) ?\([^)]*\)/g, " ");
  return [...rest.matchAll(/\b([a-z_]\w*)\b(?:\{([^}]*)\})?/g)]
    .filter(([whole, word = ""]) => !WORDS.test(word) && !/^e\d/.test(whole))
    .filter(({ index, 0: whole }) => !isInsideBraces(rest, index, whole))
    .map(([, metric = "", asked = ""]) => ({
      metric,
      labels: [...asked.matchAll(/(\w+)\s*[!=]/g)]
        .map(([, label = ""]) => label)
        .concat(grouped.filter((label) => label !== "")),
    }));
}

function isInsideBraces(text: string, index: number, whole: string): boolean {
  const before = text.slice(0, index);
  return !whole.includes("{") && before.lastIndexOf("{") > before.lastIndexOf("}");
}

type Board = { panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[] };
const board = JSON.parse(readFileSync(join(DEPLOY, "grafana/truetick.json"), "utf8")) as Board;
const shown = board.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

function rulesOf(file: string): { title: string; expr: string }[] {
  const text = readFileSync(join(DEPLOY, "prometheus", file), "utf8");
  const rules = text.split("- alert: ").slice(1);
  return rules.map((rule) => ({
    title: rule.slice(0, rule.indexOf("\n")),
    expr: (/expr: >-\n((?: {10}.*\n)+)/.exec(rule)?.[1] ?? "").replace(/\s+/g, " ").trim(),
  }));
}

/** What is named and not measured, in words. */
function unmeasured(title: string, expression: string): string[] {
  return namesIn(expression).flatMap(({ metric, labels }) => {
    if (OF_PROMETHEUS.includes(metric)) return [];
    const known = measured.get(metric);
    if (!known) return [`${title}: no metric ${metric}`];
    return labels
      .filter((label) => !known.has(label) && !ADDED_LABELS.includes(label))
      .map((label) => `${title}: ${metric} has no label ${label}`);
  });
}

describe("the board", () => {
  it("shows nothing that is not measured", () => {
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.flatMap(({ title, expr }) => unmeasured(title, expr))).toEqual([]);
    const legends = shown.flatMap(({ title, expr, legendFormat }) => {
      const labels = namesIn(expr).flatMap(({ metric }) => [...(measured.get(metric) ?? [])]);
      const used = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      const isThere = (label: string) => ADDED_LABELS.includes(label) || labels.includes(label);
      return used.filter((label) => !isThere(label)).map((label) => `${title}: ${label}`);
    });
    expect(legends).toEqual([]);
  });

  it("shows everything of ours that is measured", () => {
    const onBoard = new Set(shown.flatMap(({ expr }) => namesIn(expr).map(({ metric }) => metric)));
    const own = [...measured.keys()].filter(isOurs);
    const parts = (name: string) => /_(?:bucket|sum|count)$/.test(name);
    expect(own.filter((name) => !onBoard.has(name) && !parts(name))).toEqual([]);
  });
});

describe("the alerts", () => {
  const rules = rulesOf("alerts.yml");

  it("ask for nothing that is not measured", () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(rules.flatMap(({ title, expr }) => unmeasured(title, expr))).toEqual([]);
  });

  it("are told apart from those over the exporters of machine and PostgreSQL", () => {
    const machine = rulesOf("machine-alerts.yml").flatMap(({ expr }) => namesIn(expr));
    const foreign = machine.map(({ metric }) => metric);
    expect(foreign.filter((name) => !/^(?:node|pg)_/.test(name))).toEqual([]);
  });
});
