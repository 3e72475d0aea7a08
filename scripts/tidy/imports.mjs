// @ts-check
// Imports point one way: between packages, between the areas of the server, and never from a
// browser to the schemas. The tables below are the rule; ARCHITECTURE.md tells the reasons.
import { posix } from "node:path";
import { sourceOf } from "./source.mjs";

/** @typedef {import("./source.mjs").File} File */
/** @typedef {import("./source.mjs").Breach} Breach */

/** Which of our packages each place may import. @type {Record<string, readonly string[]>} */
const MAY_IMPORT = {
  money: [],
  engine: ["money"],
  proof: ["money"],
  contract: ["money"],
  ui: ["money"],
  verify: ["money", "engine", "proof"],
  server: ["money", "engine", "proof", "contract"],
  web: ["money", "proof", "verify", "contract", "ui"],
  desk: ["money", "proof", "verify", "contract", "ui"],
  simulator: ["money", "engine", "proof", "server"],
  e2e: ["contract"],
  scripts: [],
  bench: ["money", "engine", "proof", "verify", "contract", "server", "ui", "web"],
};

/** What a pure package may take from outside. @type {Record<string, readonly string[]>} */
const FROM_OUTSIDE = {
  money: [],
  engine: [],
  proof: ["#digest", "node:crypto", "@noble/hashes/sha2.js"],
  contract: ["zod"],
};

/** Which areas of the server each one may import. @type {Record<string, string[]>} */
const AREA_MAY_IMPORT = {
  platform: [],
  trading: ["platform"],
  members: ["platform", "trading"],
  cashier: ["platform", "trading", "members"],
  community: ["platform", "trading", "members"],
  content: ["platform", "trading", "members"],
  proof: ["platform", "trading", "members", "cashier", "community", "content"],
  desk: ["platform", "trading", "members", "cashier", "community", "content", "proof"],
  gateway: ["platform", "trading", "members", "cashier", "community", "content", "proof", "desk"],
};

const BROWSER_PACKAGES = ["web", "desk", "ui"];
const SCHEMA_FILE = /^packages\/contract\/src\/(?:\w+\/)?(?:calls?|openapi|[\w-]+\.calls)\.ts$/;

/** @param {string} path */
export function isTest(path) {
  return /\.(?:test|test-d|scenario|e2e)\.tsx?$|\/testing\/|(?:^|\/)scenarios\//.test(path);
}

/** Where a file lives: the package's name, or the root folder's. @param {string} path */
function placeOf(path) {
  const parts = path.split("/");
  return (parts[0] === "packages" ? parts[1] : parts[0]) ?? "";
}

/** @param {string} path @returns {string | null} the area, or null outside of any */
function areaOf(path) {
  return /^packages\/server\/src\/([\w-]+)\//.exec(path)?.[1] ?? null;
}

/** @param {File} file @returns {Breach[]} */
export function checkImports(file) {
  if (!/\.(?:ts|tsx|mjs)$/.test(file.path)) return [];
  return sourceOf(file).imports.flatMap((one) => {
    const { specifier } = one;
    const found = specifier.startsWith(".")
      ? checkRelative(file.path, one)
      : specifier.startsWith("@truetick/")
        ? checkPackage(file.path, specifier)
        : checkOutside(file.path, specifier);
    return found ? [{ line: one.line, ...found }] : [];
  });
}

/** @param {string} path @param {string} specifier */
function checkPackage(path, specifier) {
  const place = placeOf(path);
  const [, name = "", ...rest] = specifier.split("/");
  if (name !== place && !(MAY_IMPORT[place] ?? []).includes(name)) {
    const allowed = (MAY_IMPORT[place] ?? []).join(", ") || "none";
    return {
      rule: "package-import",
      what: `${place} may not import ${specifier}; allowed: ${allowed}`,
    };
  }
  if (rest[0] === "src") {
    return {
      rule: "package-import",
      what: `import what ${name} exports, not its file ${specifier}`,
    };
  }
  if (BROWSER_PACKAGES.includes(place) && specifier === "@truetick/contract/calls") {
    return {
      rule: "browser-import",
      what: "the calls carry the schema library; browsers import @truetick/contract",
    };
  }
  return null;
}

/** The same rule for what a manifest declares. @param {string} path @param {string} name */
export function checkPackageDependency(path, name) {
  if (!path.startsWith("packages/") || !name.startsWith("@truetick/")) return [];
  const found = checkPackage(path, name);
  return found ? [found] : [];
}

/** @param {string} path @param {string} specifier */
function checkOutside(path, specifier) {
  const place = placeOf(path);
  if (isTest(path) || !path.startsWith("packages/") || !path.includes("/src/")) return null;
  const allowed = FROM_OUTSIDE[place];
  if (allowed && !allowed.includes(specifier)) {
    return { rule: "pure-import", what: `${place} is pure and may not import ${specifier}` };
  }
  if (specifier === "zod" && place === "contract" && !SCHEMA_FILE.test(path)) {
    return { rule: "browser-import", what: "schemas belong into call.ts, calls.ts or *.calls.ts" };
  }
  if (BROWSER_PACKAGES.includes(place) && specifier.startsWith("node:")) {
    return { rule: "browser-import", what: `${specifier} does not exist in a browser` };
  }
  return null;
}

/** @param {string} path @param {import("./source.mjs").Import} one */
function checkRelative(path, one) {
  const target = posix.join(posix.dirname(path), one.specifier);
  const isPackage = path.startsWith("packages/");
  if (isPackage ? placeOf(target) !== placeOf(path) : target.startsWith("packages/")) {
    return {
      rule: "package-import",
      what: `reach another package by its name (@truetick/…), not by the path ${one.specifier}`,
    };
  }
  if (
    placeOf(path) === "contract" &&
    !isTest(path) &&
    !SCHEMA_FILE.test(path) &&
    SCHEMA_FILE.test(target)
  ) {
    return {
      rule: "browser-import",
      what: "this file is for browsers too; only *.calls.ts import schemas",
    };
  }
  if (!path.startsWith("packages/server/src/")) return null;
  return isTest(path) ? null : checkArea(path, target, one.isTypeOnly);
}

/** @param {string} path @param {string} target @param {boolean} isTypeOnly */
function checkArea(path, target, isTypeOnly) {
  const from = areaOf(path);
  const to = areaOf(target);
  if (to === "testing") {
    return { rule: "area-order", what: "only tests import from testing/" };
  }
  if (from === null) return null;
  const allowed = AREA_MAY_IMPORT[from];
  if (!allowed) {
    return {
      rule: "area-order",
      what: `"${from}" is not an area; give it a place in tidy's order`,
    };
  }
  if (to === null) {
    if (target.endsWith("/src/config.ts") && isTypeOnly) return null;
    return {
      rule: "area-order",
      what: `only main.ts composes; ${from} takes what it needs as arguments`,
    };
  }
  if (to === from || allowed.includes(to)) return null;
  return {
    rule: "area-order",
    what: `${from} may not import ${to}; allowed: ${allowed.join(", ") || "none"}`,
  };
}
