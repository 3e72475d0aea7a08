// @ts-check
// How long a function, a file and a line may be. What is a table by nature is exempted here, by
// name and with the reason, so that an exemption is seen in review.
import { lineAt, sourceOf } from "./source.mjs";

/** @typedef {import("./source.mjs").File} File */
/** @typedef {import("./source.mjs").Breach} Breach */

const FUNCTION_LINES_MAX = 70;
const FILE_LINES_MAX = 400;
const LINE_COLUMNS_MAX = 100;

/** Path → why it may be longer. @type {ReadonlyMap<string, string>} */
const LONG_FILES = new Map();

const SOURCE = /\.(?:ts|tsx|mjs|css|sql)$/;

/** @param {File} file @returns {Breach[]} */
export function checkFileSize({ path, text }) {
  if (!SOURCE.test(path) || LONG_FILES.has(path)) return [];
  const lines = text.replace(/\n$/, "").split("\n").length;
  if (lines <= FILE_LINES_MAX) return [];
  return [
    {
      line: FILE_LINES_MAX + 1,
      rule: "file-size",
      what: `${lines} lines; split it by what its parts are (at most ${FILE_LINES_MAX})`,
    },
  ];
}

/** @param {File} file @returns {Breach[]} */
export function checkLineWidth({ path, text }) {
  if (!SOURCE.test(path)) return [];
  const breaches = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.length <= LINE_COLUMNS_MAX) continue;
    const columns = [...line].length;
    if (columns <= LINE_COLUMNS_MAX || isUnbreakable(line)) continue;
    breaches.push({
      line: index + 1,
      rule: "line-width",
      what: `${columns} columns; break it (at most ${LINE_COLUMNS_MAX})`,
    });
  }
  return breaches;
}

/** One word that cannot be broken: a path of a drawing, a hash, an address. @param {string} line */
function isUnbreakable(line) {
  return /\b(?:d|points|viewBox)=["'][^"']+["']/.test(line) || /\S{80,}/.test(line);
}

/** @param {File} file @returns {Breach[]} */
export function checkFunctionSize(file) {
  if (!/\.(?:ts|tsx|mjs)$/.test(file.path)) return [];
  const { code } = sourceOf(file);
  const breaches = [];
  for (const { name, from, to } of functionsOf(code)) {
    const line = lineAt(code, from);
    const lines = lineAt(code, to) - line + 1;
    if (lines <= FUNCTION_LINES_MAX) continue;
    breaches.push({
      line,
      rule: "function-size",
      what: `${name} has ${lines} lines; split it (at most ${FUNCTION_LINES_MAX})`,
    });
  }
  return breaches;
}

const OPENS = "([{";
const CLOSES = ")]}";
const NOT_A_FUNCTION = new Set(["if", "for", "await", "while", "switch", "catch", "with"]);
/** The callback of a group of tests is a chapter, not a function. */
const CHAPTER =
  /\bdescribe(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*\s*\(\s*(["'`])\s*\1\s*,\s*(?:async\s*)?$/;
const ASSIGNED = /([\w$]+)\s*(?::[^=;]*)?=\s*(?:async\s*)?(?:<[^()]*>\s*)?$/;

/**
 * Every function with a body of its own: declarations, methods, arrows.
 * @param {string} code
 */
export function functionsOf(code) {
  const closing = matchBrackets(code);
  const found = [];
  for (const [open, close] of closing) {
    if (code[open] !== "(") continue;
    const before = code.slice(Math.max(0, open - 300), open);
    const named = wordBefore(code, open);
    if (named && NOT_A_FUNCTION.has(named)) continue;
    const isArrow = named === undefined || named === "async" || named === "return";
    const body = bodyAfter({ code, close, closing, isArrow });
    if (body === null || CHAPTER.test(before)) continue;
    const name = isArrow ? ASSIGNED.exec(before)?.[1] : named;
    found.push({ name: name ?? "a function", from: open, to: closing.get(body) ?? code.length });
  }
  return found;
}

/**
 * The name in front of the parameters; type parameters are skipped.
 * @param {string} code @param {number} open
 */
function wordBefore(code, open) {
  let end = open;
  while (/\s/.test(code[end - 1] ?? "")) end -= 1;
  if (code[end - 1] === ">") end = openingAngle(code, end - 1);
  let start = end;
  while (/[\w$]/.test(code[start - 1] ?? "")) start -= 1;
  return start === end ? undefined : code.slice(start, end);
}

/** Where type parameters open. @param {string} code @param {number} close */
function openingAngle(code, close) {
  let depth = 0;
  for (let at = close; at > 0; at -= 1) {
    if (code[at] === ">" && code[at - 1] !== "=") depth += 1;
    if (code[at] === "<") depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}

/** Where each opening bracket closes. @param {string} code @returns {Map<number, number>} */
function matchBrackets(code) {
  const closing = new Map();
  /** @type {number[]} */
  const open = [];
  for (let at = 0; at < code.length; at += 1) {
    const char = code[at] ?? "";
    if (OPENS.includes(char)) open.push(at);
    const kind = CLOSES.indexOf(char);
    const start = open.at(-1);
    if (kind === -1 || start === undefined || code[start] !== OPENS[kind]) continue;
    closing.set(start, at);
    open.pop();
  }
  return closing;
}

/**
 * Where the body opens that belongs to the parameters closing at `close`, or null when those
 * brackets were a call, a condition or a type.
 * @param {{ code: string, close: number, closing: Map<number, number>, isArrow: boolean }} at
 */
function bodyAfter({ code, close, closing, isArrow }) {
  const first = skipSpace(code, close + 1);
  const end = code[first] === ":" ? endOfType({ code, from: first + 1, closing, isArrow }) : first;
  if (end === null) return null;
  if (!isArrow) return code[end] === "{" ? end : null;
  return code.startsWith("=>", end) ? bodyOfArrow(code, end + 2) : null;
}

/**
 * Where the type of the answer ends: at the body or the arrow, or null when it was no type.
 * @param {{ code: string, from: number, closing: Map<number, number>, isArrow: boolean }} at
 */
function endOfType({ code, from, closing, isArrow }) {
  let last = ":";
  for (let at = skipSpace(code, from); at < code.length; at = skipSpace(code, at + 1)) {
    const char = code[at] ?? "";
    const isArrowSign = code.startsWith("=>", at);
    if (isArrow ? isArrowSign : char === "{" && !":|&<,=([".includes(last)) return at;
    if (isArrowSign) at += 1;
    else if (OPENS.includes(char)) at = closing.get(at) ?? at;
    else if (";)]}=".includes(char)) return null;
    last = isArrowSign ? "=" : (code[at] ?? "");
  }
  return null;
}

/** @param {string} code @param {number} at */
function skipSpace(code, at) {
  let next = at;
  while (/\s/.test(code[next] ?? "")) next += 1;
  return next;
}

/** @param {string} code @param {number} at */
function bodyOfArrow(code, at) {
  const next = skipSpace(code, at);
  return code[next] === "{" || code[next] === "(" ? next : null;
}
