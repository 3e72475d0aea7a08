// F30: the operator's switch, thrown under load on the running program: two people at the desk
// decide it for every market at once. From their answer on nothing opens; people close and ask for
// their money all the while; everybody is told why; two people lift it, and trading goes on. What
// one person alone can do, by the runbook, is run by runbook.test.ts.

import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ORDER, openDemo, postUntilAnswered, type Trader } from "../cluster-load.ts";
import { forgetAttempts } from "../database.ts";
import { makeFundedMember } from "../funds.ts";
import { OPERATORS, type StaffCalls, staffCalls } from "../operators.ts";
import { logInElsewhere, type Member, post } from "../people.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { brokenInvariants } from "./restored-record.ts";

const TEST_TIMEOUT_MS = 240_000;
const TRADERS = 8;
/** Held by each before the switch, to be closed during it. */
const HELD = 6;
const PAUSE_MS = 20;
const LOAD_MS = 2_000;
/** F30. */
const SWITCH_MAX_MS = 10_000;
const WHY = "We look into a fault.";
const TRON = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";

let platform: Platform;
let staff: readonly [StaffCalls, StaffCalls];
let payee: Payee;

beforeAll(async () => {
  platform = await startPlatform();
  payee = await openPayee();
  await forgetAttempts(platform);
  staff = [await staffCalls(platform, OPERATORS[0]), await staffCalls(platform, OPERATORS[1])];
}, TEST_TIMEOUT_MS);
afterAll(() => platform?.stop());

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

type Payee = { readonly member: Member; readonly token: string; readonly fields: Fields };
type Fields = Readonly<Record<string, string>>;

/** Somebody with money, an identity and an address that has cooled. */
async function openPayee(): Promise<Payee> {
  const member = await makeFundedMember(platform, { name: "payee", usd: "900" });
  const token = await logInElsewhere(platform, member);
  const headers = { lang: "en", authorization: token };
  const answer = await fetch(`${platform.origin}/api/account/draw_symbol_list?type=1`, { headers });
  const [currency] = (await answer.json()).data.data;
  const bound = await post(platform, {
    path: "/api/wallet/bind_draw_method",
    token,
    fields: { draw_id: currency.id, type: "1", dc_address: TRON },
  });
  await pause(Number(bound.usable_at) * 1_000 - Date.now() + 1_000);
  const fields = { draw_currency_id: String(currency.id), draw_method_id: String(bound.id) };
  return { member, token, fields };
}

/** Asked for and confirmed by the mailed code, as the app does. */
async function requestPayout({ member, token, fields }: Payee): Promise<void> {
  const { id } = await post(platform, {
    path: "/api/account/draw",
    token,
    fields: { ...fields, number: "100" },
  });
  const auth_code = await platform.outbox.codeFor(member.email);
  const confirmation = { id: String(id), auth_code };
  await post(platform, { path: "/api/account/draw_confirm", token, fields: confirmation });
}

/** Proposed by one, approved by the other; answers when the approval was asked for and answered. */
async function decide(isClosingOnly: boolean, reason: string) {
  const payload = JSON.stringify({ market_id: "", is_closing_only: isClosingOnly, reason });
  const { id } = await staff[0].post("proposal/submit", {
    kind: "closing_only",
    payload,
    reason: "a drill",
  });
  const { hash } = await staff[1].get(`proposal/show?id=${id}`);
  const askedAtMs = Date.now();
  await staff[1].post("proposal/approve", { id: String(id), hash: String(hash) });
  const answeredAtMs = Date.now();
  expect(await staff[1].get(`proposal/show?id=${id}`)).toMatchObject({ status: "applied" });
  return { askedAtMs, answeredAtMs };
}

const ask = ({ token }: Trader, path: string, fields: Record<string, string>) =>
  postUntilAnswered(platform.origin, path, { fields, token });

type Try = { readonly askedAtMs: number; readonly answer: string };

/** Opens without a pause, whatever it is told. */
function startOpening(trader: Trader): {
  readonly tries: Try[];
  readonly stop: () => Promise<void>;
} {
  const tries: Try[] = [];
  let isStopping = false;
  const opening = (async () => {
    while (!isStopping) {
      const askedAtMs = Date.now();
      const { code, reason = "" } = await ask(trader, "/v1/api/forex/submit", ORDER);
      tries.push({ askedAtMs, answer: code === 1 ? "opened" : reason });
      await pause(PAUSE_MS);
    }
  })();
  // A failure is the drill's to hear, when it stops.
  opening.catch(() => undefined);
  return {
    tries,
    stop: async () => {
      isStopping = true;
      await opening;
    },
  };
}

async function openSome(trader: Trader): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < HELD) {
    const { data, reason } = await ask(trader, "/v1/api/forex/submit", ORDER);
    if (!data?.Id) throw new Error(`An order was refused: ${reason}`);
    ids.push(data.Id);
  }
  return ids;
}

/** How every market stands, as anybody reads it. */
async function standings(): Promise<Set<string>> {
  const answer = await fetch(`${platform.origin}/v1/api/forex/trade_list`);
  const { data } = (await answer.json()) as {
    data: { MarketStatus: number; HaltReason: string | null; ClosingOnlyReason: string | null }[];
  };
  return new Set(
    data.map(({ MarketStatus, HaltReason, ClosingOnlyReason }) =>
      [MarketStatus, HaltReason ?? "-", ClosingOnlyReason ?? "-"].join(" "),
    ),
  );
}

const databaseUrl = () => {
  const socket = encodeURIComponent(join(platform.dataDir, "postgres-socket"));
  return `postgresql:///truetick?host=${socket}&user=truetick`;
};

/** Openings between two moments, by the record's own time. */
async function openedBetween(fromMs: number, toMs: number): Promise<number> {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  const sql = "select count(*)::int from fill where kind = 'open' and at_ms > $1 and at_ms < $2";
  const { rows } = await client.query(sql, [fromMs, toMs]);
  await client.end();
  return rows[0].count;
}

it(
  "F30: thrown under load, nothing opens after its answer; closing and payouts go on",
  async () => {
    const traders = await Promise.all(
      Array.from({ length: TRADERS }, () => openDemo(platform.origin)),
    );
    const held = await Promise.all(traders.map(openSome));
    const load = traders.map(startOpening);
    await pause(LOAD_MS);

    const thrown = await decide(true, WHY);
    expect(thrown.answeredAtMs - thrown.askedAtMs).toBeLessThan(SWITCH_MAX_MS);
    expect(await standings()).toEqual(new Set([`1 - ${WHY}`]));
    const closing = traders.map(async (trader, at) => {
      const answers: number[] = [];
      for (const id of held[at] ?? []) {
        answers.push((await ask(trader, "/v1/api/forex/close", { id })).code);
      }
      return answers;
    });
    await requestPayout(payee);
    const closed = (await Promise.all(closing)).flat();
    expect(closed).toEqual(Array.from({ length: TRADERS * HELD }, () => 1));
    await pause(LOAD_MS);

    const lifted = await decide(false, "The fault is mended.");
    expect(await standings()).toEqual(new Set(["1 - -"]));
    await pause(LOAD_MS);
    await Promise.all(load.map(({ stop }) => stop()));

    const answersBetween = (fromMs: number, toMs: number) =>
      load.flatMap(({ tries }) =>
        tries
          .filter(({ askedAtMs }) => askedAtMs > fromMs && askedAtMs < toMs)
          .map(({ answer }) => answer),
      );
    const before = answersBetween(0, thrown.askedAtMs);
    // One asked for just before the lifting may be answered after it.
    const during = answersBetween(thrown.answeredAtMs, lifted.askedAtMs - 1_000);
    const after = answersBetween(lifted.answeredAtMs, Number.POSITIVE_INFINITY);
    expect(before).toContain("opened");
    expect(during.length).toBeGreaterThan(TRADERS);
    expect(new Set(during)).toEqual(new Set(["MARKET_CLOSING_ONLY"]));
    expect(await openedBetween(thrown.answeredAtMs, lifted.askedAtMs)).toBe(0);
    expect(new Set(after)).toEqual(new Set(["opened"]));
    expect(await brokenInvariants(databaseUrl())).toEqual([]);
    console.log(
      `F30: the switch took ${thrown.answeredAtMs - thrown.askedAtMs} ms; ` +
        `${before.length} orders before it, ${during.length} refused, ` +
        `${closed.length} closed, ${after.length} after it was lifted`,
    );
  },
  TEST_TIMEOUT_MS,
);
