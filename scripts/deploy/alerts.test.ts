// What wakes an operator: rules that Prometheus takes (asked itself where it is here), each with a
// part of the runbook that exists, and every part of the runbook that is about an incident is
// reached by some rule or stands for a deed of the operator's own.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ensureProgram } from "../debian-program.mjs";
import { DEPLOY, parseYaml, readText, type Tree, treesOf } from "./deploy-files.ts";

const FILES = ["alerts.yml", "machine-alerts.yml"];
const rules = FILES.flatMap((file) =>
  parseYaml(readText(`deploy/prometheus/${file}`)).flatMap(({ groups }) =>
    treesOf(groups).flatMap((group) => treesOf(group.rules)),
  ),
);
const runbook = readText("docs/runbook.md");
const anchors = [...runbook.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = ""]) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-"),
);

describe("the alerts", () => {
  it("each say how urgent it is, what it is, and where to read what to do", () => {
    expect(rules.length).toBeGreaterThan(20);
    for (const rule of rules) {
      expect(rule).toMatchObject({
        alert: expect.stringMatching(/^[A-Z][A-Za-z]+$/),
        expr: expect.any(String),
        for: expect.stringMatching(/^\d+[smh]$/),
        labels: { severity: expect.stringMatching(/^(?:page|ticket)$/) },
        annotations: { summary: expect.any(String) },
      });
      const [page, anchor] = String(rule.annotations?.runbook).split("#");
      expect([rule.alert, page]).toEqual([rule.alert, "docs/runbook.md"]);
      expect(anchors).toContain(anchor);
    }
    const names = rules.map(({ alert }) => String(alert));
    expect(new Set(names).size).toBe(names.length);
  });

  it("wake somebody for every incident that the runbook describes", () => {
    const incidents = /^## Incidents$([\s\S]*?)^## /m.exec(runbook)?.[1] ?? "";
    const titles = [...incidents.matchAll(/^### (.+)$/gm)].map(([, title = ""]) => title);
    const reached = new Set(rules.map(({ annotations }) => anchorOf(annotations)));
    const unreached = titles.filter(
      (title) => !reached.has(title.toLowerCase().replace(/\s+/g, "-")),
    );
    // A deed, not a symptom.
    expect(unreached).toEqual(["Stop trading"]);
  });

  it("are taken by Prometheus itself", () => {
    const wanted = { packageName: "prometheus", path: "usr/bin/promtool" };
    const promtool = ensureProgram(wanted, console.log);
    if (promtool === null) return;
    const check = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(promtool, ["check", ...args]);
      expect([args[1], status, String(stderr)]).toEqual([args[1], 0, ""]);
      return String(stdout);
    };
    for (const file of FILES) check("rules", join(DEPLOY, "prometheus", file));
    check("config", "--syntax-only", join(DEPLOY, "prometheus/prometheus.yml"));
    const [scrape] = parseYaml(readText("deploy/prometheus/kubernetes-scrape.yml"));
    expect(treesOf(scrape?.scrape_configs)).toHaveLength(1);
  });
});

function anchorOf(annotations: Tree | undefined): string {
  return String(annotations?.runbook).split("#")[1] ?? "";
}

describe("the board", () => {
  it("is one page of Grafana with panels that do not overlap", () => {
    type Panel = {
      id: number;
      title: string;
      gridPos: { h: number; w: number; x: number; y: number };
    };
    const board = JSON.parse(readText("deploy/grafana/truetick.json")) as { panels: Panel[] };
    const ids = board.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of board.panels) {
      expect([title, gridPos.x + gridPos.w <= 24]).toEqual([title, true]);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect([title, taken.has(`${x},${y}`)]).toEqual([title, false]);
          taken.add(`${x},${y}`);
        }
      }
    }
    expect(existsSync(join(DEPLOY, "README.md"))).toBe(true);
  });
});
