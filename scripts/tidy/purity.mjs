// @ts-check
// What must not be reachable from where: no clock, chance or waiting in the pure packages, no
// user in the path of a price (H01), no environment outside of the server's config.ts.
import { isTest } from "./imports.mjs";
import { lineAt, sourceOf } from "./source.mjs";

/** @typedef {import("./source.mjs").File} File */
/** @typedef {import("./source.mjs").Breach} Breach */

const PURE = /^packages\/(?:money|engine|proof)\/src\//;

/** Things that make a replay differ from the first run. @type {readonly [RegExp, string][]} */
const IMPURE = [
  [/\bDate\.now\b|\bperformance\.now\b|\bnew\s+Date\s*\(\s*\)|\bDate\s*\(\s*\)/g, "a clock"],
  [/\bMath\.random\b|\bgetRandomValues\b|\brandom(?:UUID|Bytes|Int)\b/g, "chance"],
  [/\bset(?:Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/g, "a timer"],
  [/\bawait\b|\basync\b|\bPromise\b/g, "waiting"],
  [/\bprocess\s*\.|\bglobalThis\b/g, "the process"],
  [/\bconsole\s*\./g, "printing"],
  [/\bfetch\s*\(/g, "the network"],
];

/** WebCrypto answers with promises, so hashing may wait; nothing else in proof changes. */
const PROOF_MAY = ["waiting"];

/** @param {File} file @returns {Breach[]} */
export function checkPurity(file) {
  if (!PURE.test(file.path) || isTest(file.path)) return [];
  const isProof = file.path.startsWith("packages/proof/");
  const { code } = sourceOf(file);
  return IMPURE.filter(([, name]) => !(isProof && PROOF_MAY.includes(name))).flatMap(
    ([pattern, name]) =>
      findAll(code, pattern).map(({ line, match }) => ({
        line,
        rule: "purity",
        what: `${match.trim()} brings ${name} into a pure package; take it as an argument`,
      })),
  );
}

const PRICE_PATH =
  /^packages\/(?:server\/src\/trading\/(?:feed|quotes|candles|tape)|engine\/src)\//;
const FEED = /^packages\/server\/src\/trading\/(?:feed|quotes|candles|tape)\//;
/** What becomes of a quote is tried out with somebody's order. */
const QUOTES = /\/trading\/quotes\//;

/** Words for a person; none of them may be known where a price or a fill is made. */
const PERSON_WORDS = ["member", "members", "trader", "vip", "customer", "login"];
const PERSON_FIELD = /^user[A-Z_]/;
/** Words for what a person has or is called; the feed knows none, the engine its accounts. */
const FEED_WORDS = "user users account accounts balance equity position positions".split(" ");
/** Handles for steering a price by person, in any spelling. */
const STEERING = /(?:risk|user|client|account|member)_?groups?|win_?rate|force_?(?:win|loss)/i;
/** Places in the server that know people or their money. */
const KNOWS_PEOPLE =
  /\/(?:members|cashier|community|content|desk|account|orders|ledger|blotter)(?:\/|\.ts)/;

/**
 * H01: the price path sees the market and the tape, never who asks.
 * @param {File} file @returns {Breach[]}
 */
export function checkPricePath(file) {
  if (!PRICE_PATH.test(file.path)) return [];
  if (QUOTES.test(file.path) && isTest(file.path)) return [];
  const isFeed = FEED.test(file.path);
  const banned = isFeed ? [...PERSON_WORDS, ...FEED_WORDS] : PERSON_WORDS;
  const { code, imports } = sourceOf(file);
  const breaches = imports
    .filter(({ specifier }) => isFeed && KNOWS_PEOPLE.test(specifier))
    .map(({ line, specifier }) => ({
      line,
      rule: "price-path",
      what: `a price may not know of people or their money (H01): ${specifier}`,
    }));
  for (const { line, match } of findAll(code, /[A-Za-z_$][\w$]*/g)) {
    const isNamed =
      PERSON_FIELD.test(match) || wordsOf(match).some((word) => banned.includes(word));
    if (!isNamed && !STEERING.test(match)) continue;
    breaches.push({
      line,
      rule: "price-path",
      what: `"${match}" has no place where prices are made (H01)`,
    });
  }
  return breaches;
}

/** Areas in which people decide about others, or about themselves; none of them trades. */
const DECIDES = /^packages\/server\/src\/(?:desk|members|cashier|content)\//;
/** Commands about orders and prices: a trader gives the first, the tape the others. */
const ORDER_COMMANDS = [
  ..."PlaceOrder CloseOrder CloseAll CancelOrder SetStops SetTrailing AmendOrder".split(" "),
  ..."TakeQuote MarkStale DelistMarket".split(" "),
];
const PRICE_DOORS = /\b(?:takeQuote|markStale|addMarkup|putOnTape|createTapeEnd)\b/g;

/**
 * H01: nobody at the desk can set a price or touch an order, and nothing there knows how to.
 * @param {File} file @returns {Breach[]}
 */
export function checkDeskReach(file) {
  if (!DECIDES.test(file.path) || isTest(file.path)) return [];
  const { code, literals } = sourceOf(file);
  const commands = literals
    .filter(({ text }) => ORDER_COMMANDS.includes(text.replace(/^["'`]|["'`]$/g, "")))
    .map(({ line, text }) => ({ line, match: text }));
  return [...commands, ...findAll(code, PRICE_DOORS)].map(({ line, match }) => ({
    line,
    rule: "desk-reach",
    what: `${match} is for traders and the tape; no area of people reaches that far (H01)`,
  }));
}

const PRICE_TABLE =
  /\b(?:create|alter)\s+table\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?"?(?:\w+\.)?"?(market|quote|tape|tick|candle|feed(?!back)|categor)\w*[^;]*/gi;
const PRICE_TABLE_BANNED = /\b\w*(?:user|member|trader|account|balance|group|vip)\w*\b/gi;

/**
 * H01 in the schema: no table of prices has a column for people.
 * @param {File} file @returns {Breach[]}
 */
export function checkPriceTables(file) {
  if (!file.path.endsWith(".sql")) return [];
  const { code } = sourceOf(file);
  const breaches = findAll(code, new RegExp(STEERING, "gi")).map(({ line, match }) => ({
    line,
    rule: "price-path",
    what: `no schema of ours has a handle to steer a person's prices (H01): ${match}`,
  }));
  for (const table of code.matchAll(PRICE_TABLE)) {
    for (const column of table[0].matchAll(PRICE_TABLE_BANNED)) {
      breaches.push({
        line: lineAt(code, table.index + column.index),
        rule: "price-path",
        what: `a table of prices has no column for people (H01): ${column[0]}`,
      });
    }
  }
  return breaches;
}

/**
 * One reader of the environment, so that the list of settings is one file.
 * @param {File} file @returns {Breach[]}
 */
export function checkEnvironment(file) {
  const { path } = file;
  if (!path.startsWith("packages/server/src/") || isTest(path)) return [];
  if (path === "packages/server/src/config.ts") return [];
  const { code, imports } = sourceOf(file);
  const reads = findAll(code, /\bprocess\s*\.\s*env\b/g).map(({ line }) => line);
  const direct = imports.filter(({ specifier }) => /^(?:node:)?process$/.test(specifier));
  return [...reads, ...direct.map(({ line }) => line)].map((line) => ({
    line,
    rule: "environment",
    what: "only config.ts reads the environment; take the setting as an argument",
  }));
}

/** @param {string} text @param {RegExp} pattern */
function findAll(text, pattern) {
  return [...text.matchAll(pattern)].map((found) => ({
    line: lineAt(text, found.index),
    match: found[0],
  }));
}

/** "riskGroupId" and "risk_group_id" are the words risk, group, id. @param {string} identifier */
function wordsOf(identifier) {
  return identifier
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_$]+/);
}
