// Plants every kind of breach that tidy promises to catch and sees exactly that rule fire; then
// sees that what looks similar but is right passes. A rule without a row here is not a rule.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { functionsOf } from "./tidy/sizes.mjs";
import { checkFile } from "./tidy.mjs";

const OPENING = "// What this is.\n";
const PUT_OFF = `${"TO"}${"DO"}`;
const MACHINE_PATH = `/${"work"}/main/x`;
const MIGRATION = "packages/server/migrations/0001-first.sql";
const REGISTRY_HOST = `https://registry.${"npmjs"}.org/x`;

type Plant = { readonly rule: string; readonly path: string; readonly text: string };

function rulesFiredBy({ path, text }: Omit<Plant, "rule">, opening = OPENING): string[] {
  const isCode = /\.(?:ts|tsx|mjs)$/.test(path);
  return checkFile({ path, text: isCode ? opening + text : text }).map(({ rule }) => rule);
}

function lines(count: number, line = "  step();"): string {
  return `${line}\n`.repeat(count);
}

const BREACHES: Record<string, Plant[]> = {
  imports: [
    plant("package-import", "packages/money/src/a.ts", 'import { x } from "@truetick/engine";'),
    plant("package-import", "packages/engine/src/a.ts", 'import { x } from "@truetick/contract";'),
    plant("package-import", "packages/contract/src/a.ts", 'export { x } from "@truetick/engine";'),
    plant("package-import", "packages/web/src/a.ts", 'import type { X } from "@truetick/server";'),
    plant("package-import", "packages/web/src/a.ts", 'const x = import("@truetick/desk");'),
    plant("package-import", "packages/ui/src/a.tsx", 'import { x } from "@truetick/contract";'),
    plant("package-import", "packages/server/src/a.ts", 'import { x } from "@truetick/ui";'),
    plant("package-import", "packages/simulator/src/a.ts", 'import "@truetick/web";'),
    plant("package-import", "e2e/a.e2e.ts", 'import { x } from "@truetick/server";'),
    plant("package-import", "packages/web/src/a.ts", 'import { x } from "../../server/src/b.ts";'),
    plant("package-import", "e2e/a.e2e.ts", 'import { x } from "../packages/server/src/b.ts";'),
    plant(
      "package-import",
      "packages/web/src/a.ts",
      'import { x } from "@truetick/money/src/b.ts";',
    ),
    plant(
      "package-import",
      "packages/engine/package.json",
      '{ "dependencies": { "@truetick/contract": "0.1.0" } }',
    ),
    plant("browser-import", "packages/web/src/a.ts", 'import "@truetick/contract/calls";'),
    plant("browser-import", "packages/desk/src/a.ts", 'import "@truetick/contract/calls";'),
    plant("browser-import", "packages/web/src/a.ts", 'import { join } from "node:path";'),
    plant("browser-import", "packages/contract/src/deal.ts", 'import { z } from "zod";'),
    plant("browser-import", "packages/contract/src/index.ts", 'export { C } from "./calls.ts";'),
    plant("pure-import", "packages/money/src/a.ts", 'import { readFileSync } from "node:fs";'),
    plant("pure-import", "packages/engine/src/a.ts", 'import { z } from "zod";'),
    plant("pure-import", "packages/proof/src/a.ts", 'import { readFileSync } from "node:fs";'),
  ],
  "areas of the server": [
    area("platform/a.ts", "../trading/b.ts"),
    area("trading/a.ts", "../members/b.ts"),
    area("members/a.ts", "../cashier/b.ts"),
    area("cashier/a.ts", "../community/b.ts"),
    area("content/news/a.ts", "../../gateway/b.ts"),
    area("trading/a.ts", "../config.ts"),
    area("gateway/a.ts", "../main.ts"),
    area("trading/a.ts", "../testing/b.ts"),
    area("toolbox/a.ts", "../platform/b.ts"),
  ],
  purity: [
    plant("purity", "packages/engine/src/a.ts", "const at = Date.now();"),
    plant("purity", "packages/engine/src/a.ts", "const at = new Date();"),
    plant("purity", "packages/money/src/a.ts", "const x = Math.random();"),
    plant("purity", "packages/engine/src/a.ts", "setTimeout(tick, 5);"),
    plant("purity", "packages/engine/src/a.ts", "setInterval(tick, 5);"),
    plant("purity", "packages/engine/src/a.ts", "const x = await y;"),
    plant("purity", "packages/engine/src/a.ts", "type Later = Promise<string>;"),
    plant("purity", "packages/money/src/a.ts", "process.exit(1);"),
    plant("purity", "packages/money/src/a.ts", "console.log(1);"),
    plant("purity", "packages/proof/src/a.ts", "const at = Date.now();"),
    plant("environment", "packages/server/src/platform/a.ts", "const p = process.env.PORT;"),
    plant("environment", "packages/server/src/main.ts", 'import { env } from "node:process";'),
  ],
  "H01 no user in the path of a price": [
    plant("price-path", feed("a.ts"), 'import { x } from "../orders/b.ts";'),
    plant("price-path", feed("a.ts"), "const x = quote.userName;"),
    plant("price-path", feed("a.ts"), "const x = { riskGroup: 1 };"),
    plant("price-path", feed("a.ts"), "function skew(accountId: string): void {}"),
    plant("price-path", feed("a.ts"), "const win_rate = 1;"),
    plant("price-path", "packages/engine/src/a.ts", "const isVip = 1;"),
    plant("price-path", "packages/engine/src/a.ts", "const winRate = 1;"),
    plant("price-path", "packages/engine/src/a.ts", "const who = order.userId;"),
    plant("price-path", "packages/server/src/trading/quotes/a.ts", "const x = by.accountId;"),
    plant("desk-reach", "packages/server/src/desk/a.ts", 'submit({ type: "CloseOrder" });'),
    plant("desk-reach", "packages/server/src/desk/b/a.ts", 'const type = "TakeQuote";'),
    plant("desk-reach", "packages/server/src/members/a.ts", "sequencer.takeQuote(quote);"),
    plant("desk-reach", "packages/server/src/cashier/a.ts", 'submit({ type: "DelistMarket" });'),
    plant("price-path", MIGRATION, "-- a\ncreate table markets (id text, is_vip boolean);"),
    plant("price-path", MIGRATION, "-- a\nalter table quotes add column account_id bigint;"),
    plant("price-path", MIGRATION, "-- a\ncreate table people (id text, risk_group text);"),
  ],
  names: [
    plant("empty-name", "packages/server/src/platform/utils.ts", ""),
    plant("empty-name", "packages/web/src/helpers/chart.ts", ""),
    plant("empty-name", "packages/web/src/price-utils.ts", ""),
    plant("empty-name", "packages/server/src/trading/order-manager.ts", ""),
    plant("empty-name", "packages/ui/src/common/button.tsx", ""),
    plant("empty-name", "packages/ui/src/shared/button.tsx", ""),
    plant("empty-name", "packages/web/src/misc.ts", ""),
    plant("empty-name", "packages/web/src/a.ts", "export const data = 1;"),
    plant("empty-name", "packages/web/src/a.ts", "export function handle(): void {}"),
    plant("empty-name", "packages/web/src/a.ts", "function handleClick(): void {}"),
    plant("empty-name", "packages/web/src/a.ts", "export const processOrder = 1;"),
    plant("empty-name", "packages/web/src/a.ts", "class OrderManager {}"),
    plant("file-name", "packages/web/src/OrderForm.tsx", ""),
    plant("file-name", "packages/web/src/order_form.tsx", ""),
  ],
  "words of the specification": [
    plant("spec-word", "packages/server/src/trading/a.ts", "const x = order.CautionMoney;"),
    plant("spec-word", "packages/engine/src/a.ts", "type M = { ForexContNum: bigint };"),
    plant("spec-word", "packages/web/src/a.ts", 'const x = order["FactProfits"];'),
    plant("spec-word", "packages/web/src/a.ts", "const { lock_balance } = account;"),
    plant("spec-word", "packages/desk/src/a.ts", "const x = method.dc_address;"),
    plant("spec-word", "packages/server/src/cashier/a.ts", 'const x = "draw_method";'),
    plant("spec-word", "packages/web/src/a.ts", "const step = market.Pip;"),
    plant("spec-word", "packages/web/src/a.ts", 'fetch("/v1/api/forex/submit");'),
    plant("spec-word", "packages/engine/src/a.test.ts", "const x = order.CautionMoney;"),
    plant("spec-word", MIGRATION, "-- a\ncreate table p (three_week_rate bigint);"),
  ],
  sizes: [
    plant("function-size", "packages/web/src/a.ts", `function f(): void {\n${lines(69)}}`),
    plant("function-size", "packages/web/src/a.ts", `const f = (): X => {\n${lines(69)}};`),
    plant("function-size", "packages/web/src/a.tsx", `const F = () => (\n${lines(69, "<p />")});`),
    plant("function-size", "packages/web/src/a.ts", `class A {\n  m() {\n${lines(69)}  }\n}`),
    plant("file-size", "packages/web/src/a.ts", lines(400, "step();")),
    plant("line-width", "packages/web/src/a.ts", `const x = "${"word ".repeat(20)}";`),
    plant("line-width", "packages/ui/src/a.css", `/* a */\n/* ${"word ".repeat(20)} */`),
  ],
  habits: [
    plant("unfinished", "packages/web/src/a.ts", `// ${PUT_OFF}: later`),
    plant("unfinished", "README.md", PUT_OFF),
    plant("commented-out", "packages/web/src/a.ts", "// const total = sum(rows);"),
    plant("commented-out", "packages/web/src/a.ts", '// import { x } from "./x.ts";'),
    plant("commented-out", "packages/web/src/a.ts", "// if (isOpen) {"),
    plant("commented-out", "packages/web/src/a.ts", "// close(order);"),
    plant("silenced", "packages/web/src/a.ts", "// @ts-ignore"),
    plant("silenced", "packages/web/src/a.ts", "// @ts-expect-error"),
    plant("silenced", "packages/web/src/a.ts", "// biome-ignore lint/suspicious/noExplicitAny: x"),
    plant("switched-off", "packages/web/src/a.test.ts", 'it.only("x", f);'),
    plant("switched-off", "packages/web/src/a.test.ts", 'describe.skip("x", f);'),
    plant("switched-off", "e2e/a.e2e.ts", 'test.describe.only("x", f);'),
    plant("switched-off", "e2e/a.e2e.ts", 'test.fixme("x", f);'),
    plant("default-export", "packages/web/src/a.ts", "export default 1;"),
    plant("default-export", "packages/web/src/a.ts", "export { x as default };"),
  ],
  traces: [
    plant("trace", "packages/server/src/config.ts", `const x = "${MACHINE_PATH}";`),
    plant("trace", "README.md", `See ${MACHINE_PATH}.`),
    plant("trace", ".npmrc", `registry=${REGISTRY_HOST}`),
    plant("trace", "scripts/a.mjs", `const x = "/${"root"}/.npmrc";`),
  ],
  manifests: [
    plant("exact-version", "package.json", '{ "devDependencies": { "tsx": "^4.23.15" } }'),
    plant("exact-version", "packages/web/package.json", '{ "dependencies": { "react": "*" } }'),
    plant("exact-version", "package.json", '{ "overrides": { "rolldown": "~1.2.15" } }'),
    plant(
      "lockfile-address",
      "package-lock.json",
      '{\n"resolved": "https://example.test/a.tgz"\n}',
    ),
    plant("lockfile-address", "package-lock.json", '{\n"resolved": "git+ssh://example.test/a"\n}'),
  ],
};

function plant(rule: string, path: string, text: string): Plant {
  return { rule, path, text };
}

function area(path: string, imported: string): Plant {
  return plant("area-order", `packages/server/src/${path}`, `import { x } from "${imported}";`);
}

function feed(file: string): string {
  return `packages/server/src/trading/feed/${file}`;
}

describe.each(Object.entries(BREACHES))("tidy catches %s", (_kind, plants) => {
  it.each(plants)("$rule in $path: $text", ({ rule, path, text }) => {
    expect(rulesFiredBy({ path, text })).toEqual([rule]);
  });
});

it("tidy catches a file that does not say what it is", () => {
  const bare = { path: "packages/web/src/a.ts", text: "export const x = 1;\n" };
  expect(rulesFiredBy(bare, "")).toEqual(["opening"]);
  expect(rulesFiredBy({ path: "packages/ui/src/a.css", text: "p { color: red }\n" })).toEqual([
    "opening",
  ]);
});

const RIGHT: Omit<Plant, "rule">[] = [
  file("packages/web/src/a.ts", 'import { x } from "@truetick/contract";'),
  file("packages/server/src/a.ts", 'import { x } from "@truetick/contract/calls";'),
  file("packages/simulator/src/a.ts", 'import { x } from "@truetick/server";'),
  file("packages/contract/src/deal.calls.ts", 'import { z } from "zod";'),
  file("packages/money/src/a.test.ts", 'import fc from "fast-check";'),
  file("packages/proof/src/a.ts", 'import { createHash } from "node:crypto";\nawait x;'),
  file("packages/server/src/gateway/a.ts", 'import { x } from "../content/news/b.ts";'),
  file("packages/server/src/content/a.ts", 'import { x } from "../members/b.ts";'),
  file("packages/server/src/trading/a.ts", 'import type { Config } from "../config.ts";'),
  file("packages/server/src/trading/a.test.ts", 'import { x } from "../testing/b.ts";'),
  file("packages/server/src/config.ts", "const port = process.env.PORT;"),
  file("packages/engine/src/a.ts", "// Date.now() and await are not for this file\nconst x = 1;"),
  file("packages/engine/src/a.ts", "const day = new Date(atMs);\nconst waiting = account.free;"),
  file("packages/engine/src/a.ts", 'throw new Error("Promise broken: console.log is elsewhere");'),
  file("packages/money/src/a.test.ts", "const x = Math.random();"),
  file(feed("a.ts"), "// Knows no user and no account.\nconst match = text.groups;"),
  file("packages/server/src/community/a.ts", "const winRate = won / total;"),
  file(MIGRATION, "-- Who holds what.\ncreate table accounts (id bigint, user_id bigint);"),
  file("packages/web/src/a.ts", "const { data } = envelope;\nconst handler = table.open;"),
  file("packages/web/src/process-table.tsx", ""),
  file("packages/contract/src/order.ts", 'const names = { margin: "CautionMoney" };'),
  file("packages/server/src/gateway/a.test.ts", 'get("/v1/api/forex/trade_list");'),
  file("packages/web/src/a.ts", "const MarginMode = 1;\nconst proxy = ['/api', '/v1'];"),
  file("packages/web/src/a.ts", `function f(): void {\n${lines(68)}}`),
  file("packages/web/src/a.test.ts", `describe("x", () => {\n${lines(80)}});`),
  file("packages/web/src/a.test.ts", `describe.skipIf(!a())("x", () => {\n${lines(80)}});`),
  file("packages/engine/src/a.ts", 'const WHY = { user: "asked", trailing: "stop" };'),
  file("packages/web/src/a.tsx", `const P = <path d="${"M1 2 ".repeat(30)}" />;`),
  file("packages/web/src/a.ts", "// Closes when the price is gone; see close-order.ts.\nclose();"),
  file(
    "packages/web/src/a.ts",
    "// biome-ignore lint/a11y/x: the chart draws its own labels\nx();",
  ),
  file("packages/web/src/a.test.ts", 'it.skipIf(!hasData)("x", f);'),
  file("packages/web/vite.config.ts", "export default 1;"),
  file("package.json", '{ "dependencies": { "a": "18.4.0-beta.17" } }'),
  file("package-lock.json", '{\n"resolved": "packages/web", "link": true\n}'),
  file("README.md", "Runs from http://localhost:8080/work/plan, ~/work/x and /var/lib/truetick."),
];

function file(path: string, text: string): Omit<Plant, "rule"> {
  return { path, text };
}

describe("tidy lets pass", () => {
  it.each(RIGHT)("$path: $text", (right) => {
    expect(rulesFiredBy(right)).toEqual([]);
  });
});

describe("functions are found", () => {
  it.each([
    ["with a type that has braces", "function f(): { a: string } {\n}", ["f"]],
    ["with a type that is a function", "function f(): () => void {\n}", ["f"]],
    ["beside a type that looks like one", "function f(): () => { a: B } {\n}", ["f", "a function"]],
    ["with a generic type", "function f<T>(a: T): Promise<{ a: T }> {\n}", ["f"]],
    ["as arrows with a type", "const f = async (a: A): Promise<B> => {\n};", ["f"]],
    ["as arrows with types in types", "const f = <T extends A<B>>(a: T) => {\n};", ["f"]],
    ["inside of classes", "class A {\n  async m(a: B): Promise<void> {\n  }\n}", ["m"]],
    ["but not in conditions", "if (a) {\n} else if (b) {\n}\nfor (const x of y) {\n}", []],
    ["but not in calls", "const x = open ? f(a) : { b };\ng(c);\nswitch (d) {\n}", []],
  ])("%s", (_name, code, names) => {
    expect(functionsOf(code).map(({ name }) => name)).toEqual(names);
  });
});

it("tidy as a program names the place, the rule and the remedy, and fails", () => {
  const root = mkdtempSync(join(tmpdir(), "truetick-tidy-"));
  try {
    cpSync("scripts/tidy", join(root, "scripts/tidy"), { recursive: true });
    cpSync("scripts/tidy.mjs", join(root, "scripts/tidy.mjs"));
    expect(execFileSync("node", ["scripts/tidy.mjs"], { cwd: root, encoding: "utf8" })).toBe("");
    mkdirSync(join(root, "packages/money/src"), { recursive: true });
    writeFileSync(join(root, "packages/money/src/a.ts"), `${OPENING}const x = Math.random();\n`);
    const run = spawnSync("node", ["scripts/tidy.mjs"], { cwd: root, encoding: "utf8" });
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^packages\/money\/src\/a\.ts:2: purity: Math\.random brings/);
  } finally {
    rmSync(root, { recursive: true });
  }
});
