// The settings in deploy/ are settings that the program takes: every process of every way to run it
// starts with them, once what is secret was filled in, and refuses to start before.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { ROLE_NAMES } from "./platform/role.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DEPLOY = join(ROOT, "deploy");
const INSTANCES = join(DEPLOY, "systemd/instances");

type Environment = Record<string, string>;

function readSettings(path: string): Environment {
  const lines = readFileSync(path, "utf8").split("\n");
  const pairs = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
}

/** As an operator would: a key of its own for each use, words where words are wanted. */
function filledIn(settings: Environment): Environment {
  const filled = Object.entries(settings).map(([name, value], index) => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 7 + index * 13) % 256));
    return [
      name,
      value.replace("replace-me", name.startsWith("SECRET_") ? key.toString("hex") : "word"),
    ];
  });
  return Object.fromEntries(filled);
}

const shared = readSettings(join(DEPLOY, "truetick.env.example"));
const instances = readdirSync(INSTANCES).map((file) => ({
  name: file.replace(/\.env$/, ""),
  own: readSettings(join(INSTANCES, file)),
}));

/** Every name that some reader of settings asks for. */
function knownNames(): ReadonlySet<string> {
  const files = readdirSync(import.meta.dirname).filter((file) =>
    /^config.*(?<!test)\.ts$/.test(file),
  );
  const text = files
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("\n");
  const quoted = [...text.matchAll(/["'`]([A-Z][A-Z0-9_]+)["'`]/g)].map(([, name]) => name ?? "");
  const operators = ["OPERATOR", "OPERATOR2"].flatMap((who) => [`${who}_EMAIL`, `${who}_PASSWORD`]);
  return new Set([...quoted, ...operators]);
}

describe("the settings that every process shares", () => {
  it("are refused as they stand, by what has to be replaced, and taken once it was", () => {
    const own = { ROLES: "gateway" };
    expect(() => readConfig({ ...shared, ...own })).toThrow(StartRefusal);
    expect(() => readConfig({ ...shared, ...own })).toThrow("SECRET_CODE_KEY is not a key");
    expect(readConfig({ ...filledIn(shared), ...own })).toMatchObject({
      mode: "live",
      trustedProxies: 1,
      cluster: { roles: ["gateway"], shards: 2 },
    });
  });

  it("are all known, here and in compose and Kubernetes", () => {
    const places = ["compose/compose.yaml", "kubernetes/settings.yaml", "kubernetes/gateway.yaml"];
    const texts = places.map((place) => readFileSync(join(DEPLOY, place), "utf8")).join("\n");
    const written = [...texts.matchAll(/^ +(?:- name: )?([A-Z][A-Z0-9_]+)(?::|$)/gm)]
      .map(([, name]) => name ?? "")
      .filter((name) => !/^(?:POSTGRES_|PGDATA|CMD)/.test(name));
    expect(written).toContain("ROLES");
    const known = knownNames();
    const named = [...Object.keys(shared), ...written];
    expect(named.filter((name) => !known.has(name) && !/^SECRET_\w+_KEY$/.test(name))).toEqual([]);
  });
});

describe("the processes of systemd", () => {
  it.each(instances)("$name starts with them and plays what its name says", ({ name, own }) => {
    const config = readConfig({ ...filledIn(shared), ...own });
    expect(config.cluster?.roles).toEqual([name.replace(/-\d+$/, "")]);
  });

  it("have every role twice, one engine more than shards, and ports of their own", () => {
    const roles = instances.map(({ own }) => own.ROLES);
    const count = (role: string) => roles.filter((one) => one === role).length;
    expect(ROLE_NAMES.map(count).every((times) => times >= 2)).toBe(true);
    expect(count("engine")).toBe(Number(shared.SHARDS) + 1);
    expect(new Set(instances.map(({ own }) => own.PORT)).size).toBe(instances.length);
  });

  it("are what nginx sends people to and what Prometheus asks, at their ports", () => {
    const upstream = readFileSync(join(DEPLOY, "nginx/upstream.conf"), "utf8");
    const asked = readFileSync(join(DEPLOY, "prometheus/prometheus.yml"), "utf8");
    const portsOf = (role: string) =>
      instances.filter(({ own }) => own.ROLES === role).map(({ own }) => own.PORT);
    const served = [...upstream.matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
    expect(served.sort()).toEqual(portsOf("gateway").sort());
    for (const role of ROLE_NAMES) {
      const [, targets = ""] =
        new RegExp(`role: ${role} \\}\\n\\s+targets: (.+)`).exec(asked) ?? [];
      const ports = [...targets.matchAll(/:(\d+)/g)].map(([, port]) => port);
      expect([role, ports.sort()]).toEqual([role, portsOf(role).sort()]);
    }
  });
});
