// Which sources quote, and how one quote is made of several: the settings FEED and FEED_RULE, read.
// Sources stand in the order of their priority, separated by commas:
//   sim    oanda?markets=EURUSD+GBPUSD    binance    replay:/path/eurusd.csv.gz?speed=60&loop=1
// The rule is `priority`, or `median:QUORUM`, with exceptions: priority,BTCUSD=median:2

export type SourceSetting =
  | { readonly kind: "sim" }
  | {
      readonly kind: "oanda" | "binance";
      /** Only these markets; null: all that it knows. */
      readonly codes: readonly string[] | null;
    }
  | {
      readonly kind: "replay";
      readonly path: string;
      readonly speed: number;
      readonly doesLoop: boolean;
      readonly spread: number;
      /** Null: told by the beginning of the file's name. */
      readonly code: string | null;
    };

export type SourceRule =
  | { readonly kind: "priority" }
  /** The median of at least this many fresh sources that agree. */
  | { readonly kind: "median"; readonly quorum: number };

export type FeedPlan = {
  readonly sources: readonly SourceSetting[];
  readonly rule: SourceRule;
  readonly rules: ReadonlyMap<string, SourceRule>;
};

/** Why a setting is not understood, in words that follow its value. */
export class FeedPlanRefused extends Error {}

const SPEED_MAX = 100_000;
const SPREAD_MAX = 100_000;
const QUORUM_MAX = 9;
const SOURCES_MAX = 64;
const CODE = /^[A-Z0-9]{2,12}$/;

export const SIMULATED_PLAN: FeedPlan = {
  sources: [{ kind: "sim" }],
  rule: { kind: "priority" },
  rules: new Map(),
};

/** Prices that are made up or played back, of which at least one market has some (H13). */
export function isSimulated({ sources }: FeedPlan): boolean {
  return sources.some(({ kind }) => kind === "sim" || kind === "replay");
}

export function parseSources(text: string): readonly SourceSetting[] {
  const sources = text.split(",").map((part) => parseSource(part.trim()));
  if (sources.length > SOURCES_MAX) throw new FeedPlanRefused(`has more than ${SOURCES_MAX} parts`);
  if (sources.length > 1 && sources.some(({ kind }) => kind === "sim")) {
    throw new FeedPlanRefused("mixes made-up prices with others; sim stands alone");
  }
  for (const kind of ["oanda", "binance"]) {
    if (sources.filter((source) => source.kind === kind).length > 1) {
      throw new FeedPlanRefused(`names ${kind} twice`);
    }
  }
  return sources;
}

function parseSource(text: string): SourceSetting {
  const mark = text.indexOf("?");
  const name = mark < 0 ? text : text.slice(0, mark);
  const options = new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1));
  if (name === "sim") return allow(options, []) && { kind: "sim" };
  if (name === "oanda" || name === "binance") {
    allow(options, ["markets"]);
    const codes = options.get("markets")?.split(" ").map(parseCode) ?? null;
    return { kind: name, codes };
  }
  if (name.startsWith("replay:") && name.length > "replay:".length) {
    return parseReplay(name.slice("replay:".length), options);
  }
  throw new FeedPlanRefused("is not known; this version knows: sim, replay:FILE, oanda, binance");
}

function parseReplay(path: string, options: URLSearchParams): SourceSetting {
  allow(options, ["speed", "loop", "spread", "market"]);
  const code = options.get("market");
  return {
    kind: "replay",
    path: decodePath(path),
    speed: parseNumber(options, "speed", { fallback: 1, min: 0.01, max: SPEED_MAX }),
    doesLoop: parseNumber(options, "loop", { fallback: 0, min: 0, max: 1 }) === 1,
    spread: Math.floor(parseNumber(options, "spread", { fallback: 0, min: 0, max: SPREAD_MAX })),
    code: code === null ? null : parseCode(code),
  };
}

/** A comma or a question mark in a path is written %2C and %3F. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new FeedPlanRefused("has a % in its path that is no escape");
  }
}

function allow(options: URLSearchParams, known: readonly string[]): true {
  for (const name of options.keys()) {
    if (known.includes(name)) continue;
    throw new FeedPlanRefused(`has an option ${name}, and knows: ${known.join(", ") || "none"}`);
  }
  return true;
}

function parseCode(text: string): string {
  if (!CODE.test(text)) throw new FeedPlanRefused(`names a market ${text} that is no code`);
  return text;
}

function parseNumber(
  options: URLSearchParams,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = options.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,6}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new FeedPlanRefused(`has a ${name} that is not a number from ${min} to ${max}`);
}

export function parseRules(text: string): Pick<FeedPlan, "rule" | "rules"> {
  let rule: SourceRule = { kind: "priority" };
  const rules = new Map<string, SourceRule>();
  for (const part of text.split(",").map((each) => each.trim())) {
    const [first = "", second] = part.split("=");
    if (second === undefined) rule = parseRule(first);
    else rules.set(parseCode(first), parseRule(second));
  }
  return { rule, rules };
}

function parseRule(text: string): SourceRule {
  if (text === "priority") return { kind: "priority" };
  const quorum = Number(/^median:(\d)$/.exec(text)?.[1]);
  if (quorum >= 1 && quorum <= QUORUM_MAX) return { kind: "median", quorum };
  throw new FeedPlanRefused("is not known; a rule is priority or median:2, for one market CODE=…");
}
