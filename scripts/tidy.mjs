// @ts-check
// The house rules as a program: imports, purity, names, sizes and habits of the whole tree.
// `npm run tidy`, and the first step of `npm test`. Needs nothing but Node. Each rule is a pure
// function over one file; it says where the breach is and what to do about it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  checkCommentedOut,
  checkDefaultExport,
  checkOpening,
  checkSilenced,
  checkSwitchedOff,
  checkUnfinished,
} from "./tidy/habits.mjs";
import { checkImports } from "./tidy/imports.mjs";
import { checkLockfileAddresses, checkVersions } from "./tidy/manifests.mjs";
import { checkDeclaredNames, checkFileName, checkSpecWords } from "./tidy/names.mjs";
import {
  checkDeskReach,
  checkEnvironment,
  checkPricePath,
  checkPriceTables,
  checkPurity,
} from "./tidy/purity.mjs";
import { checkFileSize, checkFunctionSize, checkLineWidth } from "./tidy/sizes.mjs";
import { checkTraces } from "./tidy/traces.mjs";

/** @typedef {import("./tidy/source.mjs").File} File */
/** @typedef {import("./tidy/source.mjs").Breach} Breach */

/** @type {readonly ((file: File) => Breach[])[]} */
const RULES = [
  checkImports,
  checkPurity,
  checkPricePath,
  checkDeskReach,
  checkPriceTables,
  checkEnvironment,
  checkFileName,
  checkDeclaredNames,
  checkSpecWords,
  checkFunctionSize,
  checkFileSize,
  checkLineWidth,
  checkOpening,
  checkUnfinished,
  checkCommentedOut,
  checkSilenced,
  checkSwitchedOff,
  checkDefaultExport,
  checkTraces,
  checkVersions,
  checkLockfileAddresses,
];

/** Made by tools, or the running server's own: nobody writes them by hand. */
const NOT_OURS = new Set(["node_modules", "dist", "data", ".cache", ".git", "test-results"]);

/** @param {File} file @returns {Breach[]} */
export function checkFile(file) {
  return RULES.flatMap((rule) => rule(file));
}

/** Every file of the tree, by path from the root. @param {string} root @returns {File[]} */
export function readTree(root, folder = "") {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (NOT_OURS.has(entry.name)) return [];
    if (entry.isDirectory()) return readTree(root, path);
    return entry.isFile() ? [{ path, text: readFileSync(join(root, path), "utf8") }] : [];
  });
}

/** @param {string} root @returns {string[]} one line per breach, in the order of the tree */
export function tidy(root) {
  return readTree(root).flatMap((file) =>
    checkFile(file)
      .sort((a, b) => a.line - b.line)
      .map(({ line, rule, what }) => `${file.path}:${line}: ${rule}: ${what}`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const breaches = tidy(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) console.error(`\n${breaches.length} breaches of the house rules`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
