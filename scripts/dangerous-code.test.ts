// What must not stand anywhere in what the product is made of: code made of text, markup made of
// text, a shell, broken ciphers and hashes, a request that follows where it is sent. Reads the
// sources as text. A row that says why is the one exception of its rule (docs/asvs.md).

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Sources of the product itself: no tests, nothing under testing/. */
const SOURCES = execFileSync(
  "git",
  ["ls-files", "-z", "--", "packages/*.ts", "packages/*.tsx", "packages/*.mjs"],
  { cwd: ROOT, encoding: "utf8" },
)
  .split("\0")
  .filter((path) => path !== "" && !/\.(?:test|scenario)\.tsx?$|\/testing\//.test(path));

type Rule = {
  readonly what: string;
  readonly found: RegExp;
  readonly under: RegExp;
  /** Files in which it is right, each with its reason. */
  readonly butIn: Readonly<Record<string, string>>;
};

const RULES: readonly Rule[] = [
  {
    what: "text that is run as code",
    found: /\beval\(|\bnew Function\(|\bsetTimeout\(\s*["'`]|\bimport\(\s*[a-z]\w*\s*\)/g,
    under: /./,
    butIn: {},
  },
  {
    what: "text that becomes markup",
    found:
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write)\b/g,
    under: /./,
    butIn: {},
  },
  {
    what: "a shell",
    found: /\bshell: true\b|\bexecSync\(|(?<![.\w])exec\(/g,
    under: /^packages\/(?:server|simulator|verify)\//,
    butIn: {},
  },
  {
    what: "a hash that is broken",
    found: /\b(?:createHash|createHmac)\(\s*"(?:md4|md5|sha1|ripemd160)"/gi,
    under: /./,
    butIn: {},
  },
  {
    what: "a cipher that is not authenticated",
    found: /"(?:aes-\d+-(?!gcm")\w+|(?:des|des3|rc2|rc4|bf|blowfish)(?:-\w+)*)"/g,
    under: /./,
    butIn: {
      "packages/server/src/trading/feed/simulator/day-seed.ts":
        "a stream of random bytes for simulated prices; nothing is encrypted",
    },
  },
  {
    what: "chance that can be guessed, near anything that is drawn for somebody",
    found: /\bMath\.random\b/g,
    under: /^packages\/server\/src\/(?:members|cashier|community|content|desk|proof|platform)\//,
    butIn: {
      "packages/server/src/platform/outbox/outbox.ts": "spreads when a delivery is tried again",
    },
  },
];

function findIn(rule: Rule): string[] {
  return SOURCES.filter((path) => rule.under.test(path) && !(path in rule.butIn)).flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(rule.found)].map(
      ([words]) => `${path}: ${words}`,
    ),
  );
}

describe("nowhere in the product is", () => {
  test.each(RULES)("$what", (rule) => {
    expect(SOURCES.length).toBeGreaterThan(500);
    expect(findIn(rule)).toEqual([]);
  });

  test("an exception that is none any more", () => {
    const idle = RULES.flatMap(({ butIn, found }) =>
      Object.keys(butIn).filter(
        (path) => readFileSync(join(ROOT, path), "utf8").search(found) === -1,
      ),
    );
    expect(idle).toEqual([]);
  });

  test("a request of the server that follows a redirect", () => {
    const calls = SOURCES.filter((path) => path.startsWith("packages/server/src/")).flatMap(
      (path) => {
        const source = readFileSync(join(ROOT, path), "utf8");
        return [...source.matchAll(/(?<![.#\w])fetch\(/g)].map(({ index }) => ({
          path,
          said: source.slice(index, index + 500),
        }));
      },
    );
    expect(calls.length).toBeGreaterThanOrEqual(4);
    const followers = calls.filter(({ said }) => !/redirect: "(?:error|manual)"/.test(said));
    expect(followers.map(({ path }) => path)).toEqual([]);
  });
});
