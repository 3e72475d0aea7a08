// Holds docs/spec-coverage.md to the code: no cell is empty, every path exists, every test that is
// named is a test of that file, and every screen and every call of the specification has its line.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALLS } from "./calls.ts";
import { SCREEN_PATHS } from "./screen.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PAGE = readFileSync(join(ROOT, "docs/spec-coverage.md"), "utf8");

type Line = { readonly says: string; readonly built: string; readonly shown: string };

/** The lines of one section, by the number of the specification's heading. */
function linesOf(section: number): Line[] {
  const from = PAGE.indexOf(`\n## ${section}. `);
  if (from === -1) throw new Error(`There is no section ${section}`);
  const to = PAGE.indexOf("\n## ", from + 1);
  const rows = PAGE.slice(from, to === -1 ? undefined : to)
    .split("\n")
    .filter((row) => row.startsWith("| "))
    .slice(1);
  return rows.map((row) => {
    const [says = "", built = "", shown = "", ...rest] = row.slice(2, -2).split(" | ");
    expect(rest, row).toEqual([]);
    return { says, built, shown };
  });
}

const SECTIONS = [2, 3, 4, 5, 6, 7, 8, 9];
/** As many as the specification has; a line that is lost would not be missed otherwise. */
const LINES_MIN: Readonly<Record<number, number>> = {
  2: 38,
  3: 20,
  4: 11,
  5: 19,
  6: 4,
  7: 50,
  8: 14,
  9: 14,
};

const NAMED = /\[([^\]]+)\]\(\.\.\/([^)]+)\) `([^`]+)`/g;

test.each(SECTIONS)(
  "section %i: every line says where it is built and what shows it",
  (section) => {
    const lines = linesOf(section);
    expect(lines.length).toBeGreaterThanOrEqual(LINES_MIN[section] ?? 1);
    for (const { says, built, shown } of lines) {
      expect(says.trim()).not.toBe("");
      const paths = [...built.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
      expect(paths, says).not.toEqual([]);
      expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
      expect([...shown.matchAll(NAMED)], says).not.toEqual([]);
      expect(shown.replaceAll(NAMED, "").replaceAll("<br>", ""), says).toBe("");
    }
  },
);

test("every test that is named is a test of its file", () => {
  const missing = [...PAGE.matchAll(NAMED)].filter(([, , file = "", title = ""]) => {
    const path = join(ROOT, file);
    if (!existsSync(path)) return true;
    const source = readFileSync(path, "utf8");
    return !['"', "'", "`"].some((quote) => source.includes(quote + title + quote));
  });
  expect(missing.map(([, , file, title]) => `${file}: ${title}`)).toEqual([]);
});

/** Ours beyond the specification: what its own screens lead to. */
const OWN_SCREENS = [
  "/order/why",
  "/mine/statement",
  "/mine/card",
  "/mine/security",
  "/mine/limits",
  "/mine/proof",
  "/transparency",
  "/mine/notices",
  "/rank/trader",
  "/rank/lead",
  "/copy/follow",
];

test("every screen has its line, but those that the specification does not know", () => {
  const said = linesOf(2)
    .map(({ says }) => says)
    .join("\n");
  const missing = SCREEN_PATHS.filter((path) => !said.includes(`\`${path}\``));
  expect(missing.filter((path) => !OWN_SCREENS.includes(path))).toEqual([]);
});

/** The specification's calls begin so; the rest of these is ours, in the same style. */
const SPEC_CALLS = /^\/(?:api\/|v1\/api\/(?:forex|main\/(?:wallet|user|account|accountLog))\/)/;
const OWN_CALLS = [
  "/api/company/select",
  "/api/quickCharge/card_info",
  "/api/quickCharge/card_submit",
  "/api/account/draw_confirm",
  "/api/follow/trader",
  "/api/follow/leader",
  "/api/follow/mine",
  "/api/follow/start",
  "/api/follow/change",
  "/api/follow/pause",
  "/api/follow/add",
  "/api/follow/take",
  "/api/follow/stop",
  "/api/follow/close",
  "/api/follow/orders",
  "/api/follow/skipped",
  "/v1/api/forex/order_preview",
  "/v1/api/forex/close_all",
  "/v1/api/forex/set_trailing_stop",
  "/v1/api/forex/amend_trade",
  "/v1/api/forex/market_terms",
  "/v1/api/forex/order",
  "/v1/api/forex/my_deal/csv",
  "/v1/api/forex/popular",
  "/v1/api/main/user/send_code",
  "/v1/api/main/user/logout",
];

test("every call of the specification has its line, by its method, and is declared", () => {
  const said = linesOf(7).flatMap(({ says }) => {
    const [, method = "", path = ""] = /^`(GET|POST) (\/[^`]+)`/.exec(says) ?? [];
    return path === "" ? [] : [`${method} ${path}`];
  });
  const declared = Object.values(CALLS)
    .filter(({ path }) => SPEC_CALLS.test(path) && !OWN_CALLS.includes(path))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...said].sort()).toEqual([...declared].sort());
});
