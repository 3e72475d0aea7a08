// @ts-check
// Small promises about every source file: it says what it is, nothing is left for later, nothing
// is silenced without a reason, no test is switched off, nothing is exported without a name.
import { isTest } from "./imports.mjs";
import { lineAt, sourceOf } from "./source.mjs";

/** @typedef {import("./source.mjs").File} File */
/** @typedef {import("./source.mjs").Breach} Breach */

const SOURCE = /\.(?:ts|tsx|mjs|css|sql|sh)$/;
const SCRIPT = /\.(?:ts|tsx|mjs)$/;

/** @param {File} file @returns {Breach[]} */
export function checkOpening({ path, text }) {
  if (!SOURCE.test(path)) return [];
  const first = text.replace(/^#!.*\n/, "").trimStart();
  if (
    /^(?:\/\/|\/\*|--|#)/.test(first) &&
    !/^(?:\/\/\/\s*<reference|\/\/ @ts-check\n\n)/.test(first)
  ) {
    return [];
  }
  return [
    {
      line: 1,
      rule: "opening",
      what: "open with a comment: what this is, who calls it, what must always hold",
    },
  ];
}

/** Marks of work put off; spelt in pieces so that this file does not carry them. */
const PUT_OFF = new RegExp(
  `\\b(?:${["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"].join("|")})\\b`,
);

/** @param {File} file @returns {Breach[]} */
export function checkUnfinished(file) {
  if (!/\.(?:ts|tsx|mjs|css|sql|sh|html|md|json)$/.test(file.path)) return [];
  return linesWith(file.text, PUT_OFF).map((line) => ({
    line,
    rule: "unfinished",
    what: "finish it now or write it down as an issue; nothing is put off in the tree",
  }));
}

const LOOKS_LIKE_CODE = [
  /^(?:import|export)\s.+\sfrom\s+["'].+["'];?$/,
  /^(?:const|let|var)\s+[\w${}[\], ]+\s*=\s*.+;$/,
  /^(?:return|await|throw)\s.+;$/,
  /^(?:if|for|while|switch)\s*\(.+\)\s*\{?$/,
  /^[\w.$]+\(.*\);$/,
  /^\}(?:\s*else\s*\{|\);|;)?$/,
];

/**
 * Only `//` lines: an example in a doc comment is for the reader.
 * @param {File} file @returns {Breach[]}
 */
export function checkCommentedOut(file) {
  if (!SCRIPT.test(file.path)) return [];
  return sourceOf(file)
    .comments.filter(({ kind }) => kind === "line")
    .filter(({ text }) => LOOKS_LIKE_CODE.some((shape) => shape.test(text.slice(2).trim())))
    .map(({ line }) => ({
      line,
      rule: "commented-out",
      what: "delete it; the history keeps what was",
    }));
}

/** @param {File} file @returns {Breach[]} */
export function checkSilenced(file) {
  if (!/\.(?:ts|tsx|mjs|css|json)$/.test(file.path)) return [];
  return sourceOf(file).comments.flatMap(({ line, text }) => {
    if (/@ts-(?:ignore|nocheck)\b/.test(text)) {
      return [{ line, rule: "silenced", what: "mend the type instead of silencing the compiler" }];
    }
    const excuse = /(?:biome-ignore(?:-\w+)?\s+[\w/]+|@ts-expect-error)\s*:?\s*(.*)/.exec(text);
    if (excuse && (excuse[1] ?? "").replace(/\*\/|\}/g, "").trim().length < 10) {
      return [{ line, rule: "silenced", what: "say why this check is wrong here" }];
    }
    return [];
  });
}

const SWITCHED_OFF =
  /\b(?:it|test|describe|scenario|suite)(?:\.\w+)*\.(only|skip|todo|fixme|fails)\b(?!If)/g;

/** @param {File} file @returns {Breach[]} */
export function checkSwitchedOff(file) {
  if (!isTest(file.path) || !SCRIPT.test(file.path)) return [];
  const { code } = sourceOf(file);
  return [...code.matchAll(SWITCHED_OFF)].map((found) => ({
    line: lineAt(code, found.index),
    rule: "switched-off",
    what: `.${found[1]} switches tests off; every test runs`,
  }));
}

/** Files a tool reads, which want a default export. */
const TOOL_CONFIG = /(?:^|\/)[\w-]+\.config\.(?:ts|mjs)$|^e2e\/build-first\.ts$/;

/** @param {File} file @returns {Breach[]} */
export function checkDefaultExport(file) {
  if (!SCRIPT.test(file.path) || TOOL_CONFIG.test(file.path)) return [];
  const { code } = sourceOf(file);
  return [...code.matchAll(/\bexport\s+default\b|\bas\s+default\b/g)].map((found) => ({
    line: lineAt(code, found.index),
    rule: "default-export",
    what: "export it by name, so that it has one name everywhere",
  }));
}

/** @param {string} text @param {RegExp} pattern */
function linesWith(text, pattern) {
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}
