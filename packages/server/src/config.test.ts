// Every setting: its default, what it accepts, and the one line that refuses the rest (H13).

import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { StartRefusal } from "./platform/start-refusal.ts";
import { SIMULATED_PLAN } from "./trading/feed/feed-plan.ts";

type Environment = Record<string, string>;

function refusalOf(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
  throw new Error("was accepted");
}

describe("readConfig", () => {
  it("needs no settings at all", () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      dataDir: resolve("data"),
      databaseUrl: null,
      cluster: null,
      mode: "sandbox",
      feed: SIMULATED_PLAN,
      oanda: null,
      simSeed: null,
      hasRealSessions: false,
      hasSimTraders: true,
      tapeDays: 30,
      liabilitiesEverySec: 0,
      proofEverySec: 60,
      proofKeyGeneration: 1,
      proofWitnesses: [],
      verifyAtHour: 3,
      verifyEverySec: null,
      publicOrigin: "http://localhost:8080",
      trustedProxies: 0,
      givenSecrets: {},
      smtp: null,
      twilio: null,
      smsPerDayMax: null,
      pushSubject: "mailto:support@truetick.test",
      pushHosts: [],
      coolingSec: 60,
      noticeSec: 60,
      reviewHours: 24,
      stripe: null,
      operators: [
        { email: "operator@truetick.test", password: null },
        { email: "operator2@truetick.test", password: null },
      ],
      deskAllowed: [],
      content: {
        company: {
          name: "Truetick",
          logo: "/icons/icon.svg",
          website: "http://localhost:8080",
          mainCompany: "Truetick Sandbox",
          registeredAddress: "",
          officeAddress: "",
          email: "support@truetick.test",
        },
        companies: [],
        pinned: {},
        allowedHosts: [],
        complaintUrl: null,
      },
      logLevel: "info",
      isDevelopment: false,
    });
  });

  it("takes an empty variable for an unset one", () => {
    const names = ["PORT", "DATA_DIR", "DATABASE_URL", "MODE", "SIM_SEED", "PUBLIC_ORIGIN"];
    const empty = Object.fromEntries(names.map((name) => [name, " "]));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it("reads every setting", () => {
    expect(
      readConfig({
        PORT: "9000",
        DATA_DIR: "/srv/truetick",
        DATABASE_URL: "postgresql://me:secret@db/books",
        ROLES: "all",
        MODE: "sandbox",
        FEED: "oanda?markets=EURUSD+XAUUSD, binance,replay:/tapes/a%2Cb.csv.gz?speed=60&loop=1",
        FEED_RULE: "priority,BTCUSD=median:2",
        OANDA_TOKEN: "secret-token",
        OANDA_ACCOUNT: "101-004-1-001",
        SIM_SEED: "42",
        SIM_SESSIONS: "real",
        PUBLIC_ORIGIN: "https://trade.example.com/",
        TRUST_PROXY: "1",
        LOG_LEVEL: "debug",
        NODE_ENV: "development",
      }),
    ).toEqual({
      ...readConfig({ PUBLIC_ORIGIN: "https://trade.example.com" }),
      port: 9000,
      dataDir: "/srv/truetick",
      databaseUrl: "postgresql://me:secret@db/books",
      mode: "sandbox",
      feed: {
        sources: [
          { kind: "oanda", codes: ["EURUSD", "XAUUSD"] },
          { kind: "binance", codes: null },
          {
            kind: "replay",
            path: "/tapes/a,b.csv.gz",
            speed: 60,
            doesLoop: true,
            spread: 0,
            code: null,
          },
        ],
        rule: { kind: "priority" },
        rules: new Map([["BTCUSD", { kind: "median", quorum: 2 }]]),
      },
      oanda: { token: "secret-token", subscriber: "101-004-1-001", host: "practice" },
      simSeed: 42,
      hasRealSessions: true,
      tapeDays: 30,
      liabilitiesEverySec: 0,
      publicOrigin: "https://trade.example.com",
      trustedProxies: 1,
      logLevel: "debug",
      isDevelopment: true,
    });
  });

  it("serves under the origin of its own port unless told otherwise", () => {
    expect(readConfig({ PORT: "9001" }).publicOrigin).toBe("http://localhost:9001");
  });

  it.each<[Environment, RegExp]>([
    [{ PORT: "80a" }, /^PORT=80a is not a whole number from 1 to 65535\.$/],
    [{ PORT: "0" }, /^PORT=0 is not/],
    [{ PORT: "65536" }, /^PORT=65536 is not/],
    [{ PORT: "-1" }, /^PORT=-1 is not/],
    [{ PORT: "8080.5" }, /^PORT=8080\.5 is not/],
    [{ PORT: "99999999999" }, /^PORT=99999999999 is not/],
    [{ MODE: "LIVE" }, /^MODE=LIVE is not known; this version knows: sandbox, live\.$/],
    [{ FEED: "reuters" }, /^FEED=reuters is not known; this version knows: sim, replay:FILE, /],
    [{ FEED: "replay:" }, /^FEED=replay: is not known/],
    [{ FEED: "replay:x?speed=0" }, /has a speed that is not a number from 0\.01 to 100000\.$/],
    [{ FEED: "replay:x?faster=1" }, /has an option faster, and knows: speed, loop, spread, market/],
    [{ FEED: "replay:x?market=eurusd" }, /names a market eurusd that is no code\.$/],
    [{ FEED: "sim,binance" }, /mixes made-up prices with others; sim stands alone\.$/],
    [{ FEED: "binance,binance" }, /names binance twice\.$/],
    [{ FEED: "oanda" }, /^FEED=oanda needs OANDA_TOKEN, .* and OANDA_ACCOUNT/],
    [{ FEED: "oanda", OANDA_TOKEN: "secret", OANDA_ACCOUNT: "a b" }, /^FEED=oanda needs/],
    [
      { FEED: "oanda", OANDA_TOKEN: "secret", OANDA_ACCOUNT: "1", OANDA_HOST: "moon" },
      /^OANDA_HOST=moon is not known; this version knows: practice, live\.$/,
    ],
    [{ FEED_RULE: "mean" }, /^FEED_RULE=mean is not known; a rule is priority or median:2/],
    [{ FEED_RULE: "priority,BTC/USD=median:2" }, /names a market BTC\/USD that is no code/],
    [{ SIM_SEED: "abc" }, /^SIM_SEED=abc is not a whole number/],
    [{ SIM_SEED: "4294967296" }, /^SIM_SEED=4294967296 is not/],
    [
      { SIM_SESSIONS: "yes" },
      /^SIM_SESSIONS=yes is not known; this version knows: always, real\.$/,
    ],
    [{ TRUST_PROXY: "true" }, /^TRUST_PROXY=true is not a whole number from 0 to 10\.$/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL=loud is not known; this version knows: info, silent, /],
    [{ PUBLIC_ORIGIN: "trade.example.com" }, /^PUBLIC_ORIGIN=trade\.example\.com is not an origin/],
    [{ PUBLIC_ORIGIN: "https://a.example/app" }, /is not an origin/],
    [{ PUBLIC_ORIGIN: "https://me@a.example" }, /is not an origin/],
    [{ PUBLIC_ORIGIN: "ftp://a.example" }, /is not an origin/],
    [{ DATABASE_URL: "mysql://me:secret@db/x" }, /^DATABASE_URL is not a PostgreSQL address/],
    [{ DATABASE_URL: "secret" }, /^DATABASE_URL is not a PostgreSQL address/],
  ])("refuses %j in one line", (environment, line) => {
    const refusal = refusalOf(environment);
    expect(refusal).toMatch(line);
    expect(refusal).not.toContain("\n");
    expect(refusal).not.toContain("secret");
  });

  it.each<[string, Environment, string[]]>([
    ["nothing else", {}, ["makes its prices up", "PUBLIC_ORIGIN is not set", "no mail"]],
    ["a feed", { FEED: "sim" }, ["makes its prices up"]],
    ["a recording", { FEED: "replay:x" }, ["FEED=replay plays old prices back"]],
    [
      "play prices",
      { FEED: "oanda", OANDA_TOKEN: "a", OANDA_ACCOUNT: "b" },
      ["OANDA_HOST=practice has play prices"],
    ],
    ["an origin", { PUBLIC_ORIGIN: "https://a.example" }, ["makes its prices up", "no mail"]],
    ["a plain origin", { PUBLIC_ORIGIN: "http://a.example" }, ["PUBLIC_ORIGIN is not https"]],
  ])("H13: live with %s refuses to start on simulated prices", (_, environment, reasons) => {
    const refusal = refusalOf({ MODE: "live", ...environment });
    expect(refusal).toMatch(/^MODE=live refuses to start: /);
    for (const reason of reasons) expect(refusal).toContain(reason);
  });
});

describe("notices on a device", () => {
  it("are sent in the company's name, to services that the operator may add to", () => {
    const COMPANY_EMAIL = "help@example.com";
    expect(readConfig({ COMPANY_EMAIL }).pushSubject).toBe("mailto:help@example.com");
    const settings = {
      PUSH_SUBJECT: "https://example.com/contact",
      PUSH_HOSTS: "Push.example.com, 127.0.0.1:9000",
    };
    expect(readConfig(settings)).toMatchObject({
      pushSubject: "https://example.com/contact",
      pushHosts: ["push.example.com", "127.0.0.1:9000"],
    });
  });

  it.each([
    ["PUSH_SUBJECT", "somebody"],
    ["PUSH_SUBJECT", "mailto:nobody"],
    ["PUSH_SUBJECT", "http://example.com"],
    ["PUSH_HOSTS", "https://push.example.com"],
    ["PUSH_HOSTS", "push.example.com:8443"],
    ["PUSH_HOSTS", "a b"],
  ])("%s=%s is refused by name", (name, value) => {
    expect(refusalOf({ [name]: value })).toContain(name);
  });
});
