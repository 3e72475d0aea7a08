// @ts-check
// Names say what a thing is. Refuses files, folders and exports whose name could mean anything,
// files that are not kebab-case, and the specification's words outside of the wire's package.
import { isTest } from "./imports.mjs";
import { lineAt, sourceOf } from "./source.mjs";

/** @typedef {import("./source.mjs").File} File */
/** @typedef {import("./source.mjs").Breach} Breach */

/** Empty wherever they stand in a name: "price-utils" says no more than "price". */
const EMPTY_WORDS = new Set(
  "util utils helper helpers common misc miscellaneous stuff manager managers various".split(" "),
);
/** Empty when they are the whole name. */
const EMPTY_NAMES = new Set(
  "shared data info item items lib libs core general things process handle temp tmp".split(" "),
);
const NAMED_BY_TOOLS = /^(?:[A-Z]+\.md|LICENSE|Dockerfile(?:\.dockerignore)?|\.[\w.-]+)$/;
/**
 * Decisions are numbered; a logo bears the code of its market, because its address does; units and
 * settings of systemd and PostgreSQL bear the names that these look for.
 */
const NAMED_OTHERWISE =
  /^(?:decisions|packages\/web\/public\/logos|deploy\/(?:systemd|postgresql))\//;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

/** @param {File} file @returns {Breach[]} */
export function checkFileName({ path }) {
  const parts = path.split("/");
  const breaches = [];
  for (const [index, part] of parts.entries()) {
    const stem = part.replace(/\..*$/, "");
    const isEmpty = EMPTY_NAMES.has(stem) || stem.split("-").some((word) => EMPTY_WORDS.has(word));
    if (isEmpty) {
      breaches.push({
        line: 1,
        rule: "empty-name",
        what: `"${part}" could hold anything; name the thing it holds`,
      });
    }
    const isFile = index === parts.length - 1;
    if (isFile && !NAMED_BY_TOOLS.test(part) && !KEBAB.test(part) && !NAMED_OTHERWISE.test(path)) {
      breaches.push({ line: 1, rule: "file-name", what: `"${part}" is not kebab-case` });
    }
  }
  return breaches;
}

const DECLARED =
  /\b(export\s+)?(?:declare\s+)?(?:async\s+)?(?:function\*?|const|let|class|type|interface)\s+([A-Za-z_$][\w$]*)/g;
const EMPTY_VERB = /^(?:handle|process|do|manage)[A-Z]/;
const EMPTY_NOUN = /(?:Manager|Helper|Helpers|Util|Utils|Stuff|Misc)$/;
const EMPTY_EXPORT = /^(?:data|info|item|items|handle|process|stuff|thing|utils|helpers|common)$/i;

/** @param {File} file @returns {Breach[]} */
export function checkDeclaredNames(file) {
  if (!/\.(?:ts|tsx|mjs)$/.test(file.path)) return [];
  const { code } = sourceOf(file);
  const breaches = [];
  for (const found of code.matchAll(DECLARED)) {
    const name = found[2] ?? "";
    const isEmpty = EMPTY_VERB.test(name) || EMPTY_NOUN.test(name);
    if (!isEmpty && !(found[1] && EMPTY_EXPORT.test(name))) continue;
    breaches.push({
      line: lineAt(code, found.index),
      rule: "empty-name",
      what: `"${name}" says nothing; say what it is or what it does`,
    });
  }
  return breaches;
}

/** The specification's word and ours, from GLOSSARY.md. Ours is what the message proposes. */
const SPEC_WORDS = new Map([
  ["ForexTradeLists", "market"],
  ["forex_id", "marketId"],
  ["ForexQuotations", "quote"],
  ["ShowCode", "displayCode"],
  ["NameShowTrans", "name"],
  ["CategoryId", "categoryId"],
  ["MarketStatus", "isOpen"],
  ["PricePrecision", "pricePrecision"],
  ["ForexContNum", "unitsPerLot"],
  ["ForexMinCont", "lotsMin"],
  ["ForexMaxCont", "lotsMax"],
  ["HasForexMultiple", "leverages"],
  ["ForexFeeRate", "feeRate"],
  ["TradeFee", "fee"],
  ["trade_fee_type", "feeType"],
  ["CautionMoney", "margin"],
  ["FactProfits", "profit"],
  ["all_fact_profits", "profitTotal"],
  ["OriginPrice", "askedPrice"],
  ["UpdatePrice", "closingPrice"],
  ["TargetLossPrice", "stopLoss"],
  ["stop_loss_price", "stopLoss"],
  ["TargetProfitPrice", "takeProfit"],
  ["target_profit_price", "takeProfit"],
  ["target_price", "askedPrice"],
  ["CreateTimeHandler", "openedAt"],
  ["CreatedAtTran", "createdAt"],
  ["MemoTran", "memo"],
  ["quickCharge", "deposit"],
  ["quick_ist", "deposits"],
  ["charge_id", "networkId"],
  ["wire_id", "wireOptionId"],
  ["bank_coin", "currency"],
  ["proofImg", "proof"],
  ["draw_rate", "fee"],
  ["draw_id", "withdrawalCurrencyId"],
  ["draw_type", "channel"],
  ["draw_list", "withdrawals"],
  ["draw_method", "payoutMethod"],
  ["draw_method_id", "payoutMethodId"],
  ["draw_currency", "withdrawalCurrency"],
  ["draw_currency_id", "withdrawalCurrencyId"],
  ["draw_symbol_list", "withdrawalCurrencies"],
  ["get_draw_method", "payoutMethods"],
  ["bind_draw_method", "bindPayoutMethod"],
  ["del_draw_method", "removePayoutMethod"],
  ["dc_address", "coinAddress"],
  ["lock_balance", "lockedBalance"],
  ["documentary", "copy trading"],
  ["real_name", "identity"],
  ["user_real", "identity"],
  ["review_status", "identity status"],
  ["front_pic", "frontImage"],
  ["reverse_pic", "backImage"],
  ["three_week_rate", "threeWeekReturn"],
  ["three_week_win", "threeWeekWinRate"],
  ["three_week_profit", "threeWeekProfit"],
  ["DAY_MARKET", "TOPIC_QUOTES"],
  ["FOREX_TRADE", "the topic's constant"],
  ["FOREX_CLOSED", "the topic's constant"],
]);
/** The trap: in the specification a Pip is the lot step, not a step of the price. */
const PIP_FIELD = /\.Pip\b|["']Pip["']|\bPip\s*:/g;
const SPEC_PATH = /\/(?:v1\/)?api\/\w+\/\w+/g;

/** The wire's own package, and what must speak the wire to check it. @param {string} path */
function maySpeakWire(path) {
  return (
    path.startsWith("packages/contract/") ||
    path.startsWith("e2e/") ||
    path.startsWith("bench/") ||
    path.startsWith("scripts/tidy") ||
    (path.startsWith("packages/server/") && isTest(path))
  );
}

/** @param {File} file @returns {Breach[]} */
export function checkSpecWords(file) {
  if (!/\.(?:ts|tsx|mjs|css|sql)$/.test(file.path) || maySpeakWire(file.path)) return [];
  const { comments } = sourceOf(file);
  const text = blankComments(file.text, comments);
  const breaches = [];
  for (const found of text.matchAll(/[A-Za-z_]\w*/g)) {
    const ours = SPEC_WORDS.get(found[0]);
    if (ours === undefined) continue;
    breaches.push({
      line: lineAt(text, found.index),
      rule: "spec-word",
      what: `"${found[0]}" is a word of the wire and stops at contract; ours is ${ours}`,
    });
  }
  for (const found of text.matchAll(PIP_FIELD)) {
    breaches.push({
      line: lineAt(text, found.index),
      rule: "spec-word",
      what: "Pip on the wire is the lot step; ours is lotStep",
    });
  }
  for (const found of text.matchAll(SPEC_PATH)) {
    breaches.push({
      line: lineAt(text, found.index),
      rule: "spec-word",
      what: `the path ${found[0]} is declared in contract; use the declared call`,
    });
  }
  return breaches;
}

/** @param {string} text @param {import("./source.mjs").Comment[]} comments */
function blankComments(text, comments) {
  let rest = text;
  for (const { at, text: comment } of comments) {
    const blank = comment.replace(/[^\n]/g, " ");
    rest = rest.slice(0, at) + blank + rest.slice(at + comment.length);
  }
  return rest;
}
