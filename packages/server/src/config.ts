// The settings of the server. The only reader of process.env: everything else takes what it needs
// as an argument. Invariant: a Config that exists is whole and allowed; every bad value is refused
// with one line that names the setting, the value and what would be right.

import { resolve } from "node:path";
import { type CashierConfig, readCashier } from "./config-cashier.ts";
import { type Cluster, readCluster } from "./config-cluster.ts";
import { type ContentConfig, readContent } from "./config-content.ts";
import { type GivenSecrets, readGivenSecrets, readSmtp, readTwilio } from "./config-messaging.ts";
import { type ProofConfig, readProof } from "./config-proof.ts";
import { type PushConfig, readPush } from "./config-push.ts";
import { type Environment, readChoice, readInteger, textOf } from "./config-readers.ts";
import { readStaffConfig, type StaffConfig } from "./config-staff.ts";
import { readVerifier } from "./config-verifier.ts";
import { LOG_LEVELS, type LogLevel } from "./platform/log.ts";
import type { SmtpAccess } from "./platform/outbox/smtp-carrier.ts";
import { TWILIO_ORIGIN, type TwilioAccess } from "./platform/outbox/twilio-carrier.ts";
import { StartRefusal } from "./platform/start-refusal.ts";
import type { VerifierSchedule } from "./proof/verifier/verifier.ts";
import {
  type FeedPlan,
  FeedPlanRefused,
  parseRules,
  parseSources,
  SIMULATED_PLAN,
} from "./trading/feed/feed-plan.ts";
import type { OandaAccess } from "./trading/feed/open-feeds.ts";

export type Config = CashierConfig &
  StaffConfig &
  ProofConfig &
  PushConfig &
  VerifierSchedule & {
    readonly port: number;
    /** Absolute. */
    readonly dataDir: string;
    /** Null: the PostgreSQL that comes along, kept under `dataDir`. */
    readonly databaseUrl: string | null;
    /** Null: this one process plays every role. */
    readonly cluster: Cluster | null;
    /** Play money and simulated prices, or the real thing (H13). */
    readonly mode: "sandbox" | "live";
    /** Where prices come from, and how one is made of several. */
    readonly feed: FeedPlan;
    /** Null unless the feed names OANDA. The token is a secret. */
    readonly oanda: OandaAccess | null;
    /** Null: the secret one of this installation, kept under `dataDir`. */
    readonly simSeed: number | null;
    /** Simulated markets keep the hours of the real ones instead of never closing. */
    readonly hasRealSessions: boolean;
    /** A fresh sandbox with made-up prices has traders that a program plays. */
    readonly hasSimTraders: boolean;
    /** Days of the tape that are kept whole; of older ones what fills name and the chain's ends. */
    readonly tapeDays: number;
    /** Trees of what is owed beside those of the New York cuts, every so many seconds; 0: none. */
    readonly liabilitiesEverySec: number;
    /** Scheme, host and port that the world sees; no slash at the end. */
    readonly publicOrigin: string;
    /** How many proxies in front are ours, so that their word on the client's address counts. */
    readonly trustedProxies: number;
    /** Keys that are not kept under `dataDir`. */
    readonly givenSecrets: GivenSecrets;
    /** Null: e-mail goes to files under `dataDir`, which live refuses. */
    readonly smtp: SmtpAccess | null;
    /** Null: SMS go to files under `dataDir`; in live there are none. */
    readonly twilio: TwilioAccess | null;
    /** The spend cap: no more text messages go out on one day (T11). Null: as the mode has it. */
    readonly smsPerDayMax: number | null;
    readonly content: ContentConfig;
    readonly logLevel: LogLevel;
    /** NODE_ENV=development: what is only worth its cost while somebody writes code. */
    readonly isDevelopment: boolean;
  };

const PORT_MAX = 65_535;
const SEED_MAX = 4_294_967_295;
const TRUSTED_PROXIES_MAX = 10;
const TAPE_DAYS_MAX = 36_500;
const SMS_MAX = 10_000_000;
const LIABILITIES_EVERY_SEC_MAX = 86_400;

/** Refuses by throwing a StartRefusal. */
export function readConfig(environment: Environment = process.env): Config {
  const port = readInteger(environment, "PORT", { fallback: 8080, min: 1, max: PORT_MAX });
  const mode = readChoice(environment, "MODE", ["sandbox", "live"]);
  const publicOrigin = readOrigin(environment) ?? `http://localhost:${port}`;
  const content = readContent(environment, { mode, publicOrigin });
  const config: Config = {
    port,
    dataDir: resolve(textOf(environment, "DATA_DIR") ?? "./data"),
    databaseUrl: readDatabaseUrl(environment),
    cluster: readCluster(environment),
    mode,
    ...readFeed(environment),
    simSeed: textOf(environment, "SIM_SEED")
      ? readInteger(environment, "SIM_SEED", { fallback: 0, min: 0, max: SEED_MAX })
      : null,
    hasRealSessions: readChoice(environment, "SIM_SESSIONS", ["always", "real"]) === "real",
    hasSimTraders: readChoice(environment, "SIM_TRADERS", ["1", "0"]) === "1",
    tapeDays: readInteger(environment, "TAPE_DAYS", { fallback: 30, min: 3, max: TAPE_DAYS_MAX }),
    liabilitiesEverySec: readInteger(environment, "LIABILITIES_EVERY_SECONDS", {
      fallback: 0,
      min: 0,
      max: LIABILITIES_EVERY_SEC_MAX,
    }),
    publicOrigin,
    trustedProxies: readInteger(environment, "TRUST_PROXY", {
      fallback: 0,
      min: 0,
      max: TRUSTED_PROXIES_MAX,
    }),
    givenSecrets: readGivenSecrets(environment),
    smtp: readSmtp(environment, mode),
    twilio: readTwilio(environment),
    smsPerDayMax: textOf(environment, "SMS_PER_DAY_MAX")
      ? readInteger(environment, "SMS_PER_DAY_MAX", { fallback: 0, min: 0, max: SMS_MAX })
      : null,
    ...readCashier(environment, mode),
    ...readStaffConfig(environment, mode),
    ...readProof(environment),
    ...readVerifier(environment),
    content,
    ...readPush(environment, content.company.email),
    logLevel: readChoice(environment, "LOG_LEVEL", ["info", ...LOG_LEVELS]),
    isDevelopment: textOf(environment, "NODE_ENV") === "development",
  };
  if (config.mode === "live") refuseUnfitForLive(config, environment);
  return config;
}

/** H13: real money never meets invented prices. Names everything that is missing at once. */
function refuseUnfitForLive(config: Config, environment: Environment): void {
  const missing: string[] = [];
  const kinds = new Set(config.feed.sources.map(({ kind }) => kind));
  if (kinds.has("sim")) missing.push("FEED=sim makes its prices up");
  if (kinds.has("replay")) missing.push("FEED=replay plays old prices back");
  if (config.oanda?.host === "practice") missing.push("OANDA_HOST=practice has play prices");
  const origin = textOf(environment, "PUBLIC_ORIGIN");
  if (!origin) missing.push("PUBLIC_ORIGIN is not set");
  else if (!origin.startsWith("https://")) missing.push("PUBLIC_ORIGIN is not https");
  if (!config.smtp) missing.push("SMTP_URL is not set, so there is no mail");
  if (config.twilio && config.twilio.origin !== TWILIO_ORIGIN) {
    missing.push("TWILIO_ORIGIN is for tests");
  }
  for (const name of ["COMPANY_LEGAL_NAME", "COMPANY_EMAIL"]) {
    if (!textOf(environment, name)) missing.push(`${name} is not set`);
  }
  if (missing.length > 0) {
    throw new StartRefusal(`MODE=live refuses to start: ${missing.join("; ")}.`);
  }
}

function readFeed(environment: Environment): Pick<Config, "feed" | "oanda"> {
  const sources = readPlan(environment, "FEED", parseSources) ?? SIMULATED_PLAN.sources;
  const rules = readPlan(environment, "FEED_RULE", parseRules) ?? SIMULATED_PLAN;
  const feed = { sources, rule: rules.rule, rules: rules.rules };
  const isOanda = sources.some(({ kind }) => kind === "oanda");
  return { feed, oanda: isOanda ? readOanda(environment) : null };
}

function readPlan<T>(
  environment: Environment,
  name: string,
  parse: (text: string) => T,
): T | undefined {
  const text = textOf(environment, name);
  if (text === null) return undefined;
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof FeedPlanRefused)) throw error;
    throw new StartRefusal(`${name}=${text} ${error.message}.`);
  }
}

/** What a header and a path can carry; nothing else was ever given out. */
const OANDA_WORD = /^[\w.-]{1,200}$/;

function readOanda(environment: Environment): OandaAccess {
  const token = textOf(environment, "OANDA_TOKEN");
  const subscriber = textOf(environment, "OANDA_ACCOUNT");
  // The values are not repeated: one is a secret.
  if (!token || !subscriber || !OANDA_WORD.test(token) || !OANDA_WORD.test(subscriber)) {
    throw new StartRefusal(
      "FEED=oanda needs OANDA_TOKEN, a personal access token, and OANDA_ACCOUNT, the account's id.",
    );
  }
  return { token, subscriber, host: readChoice(environment, "OANDA_HOST", ["practice", "live"]) };
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
