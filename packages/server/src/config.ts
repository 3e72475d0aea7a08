// The settings of the server. The only reader of process.env: everything else takes what it needs
// as an argument. Invariant: a Config that exists is whole and allowed; every bad value is refused
// with one line that names the setting, the value and what would be right.

import { resolve } from "node:path";
import { LOG_LEVELS, type LogLevel } from "./platform/log.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

export type Config = {
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: the PostgreSQL that comes along, kept under `dataDir`. */
  readonly databaseUrl: string | null;
  /** Play money and simulated prices, or the real thing (H13). */
  readonly mode: "sandbox" | "live";
  readonly feed: "sim";
  /** Null: the secret one of this installation, kept under `dataDir`. */
  readonly simSeed: number | null;
  /** Simulated markets keep the hours of the real ones instead of never closing. */
  readonly hasRealSessions: boolean;
  /** Scheme, host and port that the world sees; no slash at the end. */
  readonly publicOrigin: string;
  /** How many proxies in front are ours, so that their word on the client's address counts. */
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
  /** NODE_ENV=development: what is only worth its cost while somebody writes code. */
  readonly isDevelopment: boolean;
};

const PORT_MAX = 65_535;
const SEED_MAX = 4_294_967_295;
const TRUSTED_PROXIES_MAX = 10;

type Environment = Readonly<Record<string, string | undefined>>;

/** Refuses by throwing a StartRefusal. */
export function readConfig(environment: Environment = process.env): Config {
  const port = readInteger(environment, "PORT", { fallback: 8080, min: 1, max: PORT_MAX });
  readChoice(environment, "ROLES", ["all"]);
  const config: Config = {
    port,
    dataDir: resolve(textOf(environment, "DATA_DIR") ?? "./data"),
    databaseUrl: readDatabaseUrl(environment),
    mode: readChoice(environment, "MODE", ["sandbox", "live"]),
    feed: readChoice(environment, "FEED", ["sim"]),
    simSeed: textOf(environment, "SIM_SEED")
      ? readInteger(environment, "SIM_SEED", { fallback: 0, min: 0, max: SEED_MAX })
      : null,
    hasRealSessions: readChoice(environment, "SIM_SESSIONS", ["always", "real"]) === "real",
    publicOrigin: readOrigin(environment) ?? `http://localhost:${port}`,
    trustedProxies: readInteger(environment, "TRUST_PROXY", {
      fallback: 0,
      min: 0,
      max: TRUSTED_PROXIES_MAX,
    }),
    logLevel: readChoice(environment, "LOG_LEVEL", ["info", ...LOG_LEVELS]),
    isDevelopment: textOf(environment, "NODE_ENV") === "development",
  };
  if (config.mode === "live") refuseUnfitForLive(config, environment);
  return config;
}

/** H13: real money never meets invented prices. Names everything that is missing at once. */
function refuseUnfitForLive(config: Config, environment: Environment): void {
  const missing: string[] = [];
  if (config.feed === "sim") missing.push("FEED=sim makes its prices up");
  const origin = textOf(environment, "PUBLIC_ORIGIN");
  if (!origin) missing.push("PUBLIC_ORIGIN is not set");
  else if (!origin.startsWith("https://")) missing.push("PUBLIC_ORIGIN is not https");
  // Grows a condition with the first mail provider; until then live has none to ask for.
  missing.push("no mail provider is configured");
  if (missing.length > 0) {
    throw new StartRefusal(`MODE=live refuses to start: ${missing.join("; ")}.`);
  }
}

/** An empty variable is an unset one, as every shell script expects. */
function textOf(environment: Environment, name: string): string | null {
  const text = environment[name]?.trim();
  return text ? text : null;
}

function readInteger(
  environment: Environment,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = textOf(environment, name);
  if (text === null) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new StartRefusal(`${name}=${text} is not a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** The first choice is the default. */
function readChoice<Choice extends string>(
  environment: Environment,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = textOf(environment, name);
  if (text === null) return choices[0];
  const found = choices.find((choice) => choice === text);
  if (found) return found;
  const allowed = [...new Set(choices)].join(", ");
  throw new StartRefusal(`${name}=${text} is not known; this version knows: ${allowed}.`);
}

function readDatabaseUrl(environment: Environment): string | null {
  const text = textOf(environment, "DATABASE_URL");
  if (text === null) return null;
  const protocol = URL.canParse(text) ? new URL(text).protocol : "";
  if (protocol === "postgresql:" || protocol === "postgres:") return text;
  // The value is not repeated: it usually holds a password.
  throw new StartRefusal(
    "DATABASE_URL is not a PostgreSQL address; one looks like " +
      "postgresql://user:password@host/name.",
  );
}

function readOrigin(environment: Environment): string | null {
  const text = textOf(environment, "PUBLIC_ORIGIN");
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (url && isWeb && (text === url.origin || text === `${url.origin}/`)) return url.origin;
  throw new StartRefusal(
    `PUBLIC_ORIGIN=${text} is not an origin; one looks like https://trade.example.com.`,
  );
}
