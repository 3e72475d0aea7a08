// What `npm run verify` says of files that a tampered database hands out: with all rights on it one
// past row of the tape, one fill, one line of the ledger is changed, one event deleted, one
// inserted, and each time the file that speaks of it is found wrong, at its number (T86, H05).

import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, killAll, type Program, startProgram } from "./program.ts";
import { runVerifier } from "./run-verifier.ts";
import { ownerAddress, tamper, tamperAt } from "./tamper.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "truetick-tampered-")));
chmodSync(base, 0o711);
const dataDir = join(base, "data");
const kept = join(base, "seen.json");
const TEST_TIMEOUT_MS = 240_000;
const LATER_MAX_MS = 60_000;

let program: Program;
let owner: pg.Client;
let token = "";
let seen = 0;

type Answer = { readonly code: number; readonly data: Record<string, unknown> | null };

async function ask(path: string, fields: Record<string, string> = {}, method = "GET") {
  const query = new URLSearchParams(fields);
  const headers = { lang: "en", ...(token && { authorization: token }) };
  if (method === "GET") return fetch(`${program.origin}${path}?${query}`, { headers });
  const key = { "idempotency-key": randomBytes(8).toString("hex") };
  return fetch(`${program.origin}${path}`, {
    method,
    body: query,
    headers: { ...headers, ...key },
  });
}

async function call(path: string, fields: Record<string, string> = {}, method = "GET") {
  return (await (await ask(path, fields, method)).json()) as Answer;
}

async function until(look: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + LATER_MAX_MS;
  while (!(await look())) {
    if (Date.now() > endMs) throw new Error("it did not come");
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

const newest = async () => Number((await call("/v1/api/proof/checkpoint")).data?.number ?? 0);

/** Three positions, one closed; then a checkpoint over all of it, which is kept. */
async function makePast(): Promise<void> {
  const { data } = await call(
    "/api/user/createAccountDemoForU",
    { demo_id: randomBytes(16).toString("hex") },
    "POST",
  );
  token = String(data?.token);
  const order = { type: "1", cont: "0.20", status: "1", multiple: "20" };
  const ids: string[] = [];
  for (const market of ["1", "3", "9"]) {
    await until(async () => {
      const answer = await call("/v1/api/forex/submit", { ...order, forex_id: market }, "POST");
      if (answer.code === 1) ids.push(String(answer.data?.Id));
      return answer.code === 1;
    });
  }
  await call("/v1/api/forex/close", { id: ids[0] ?? "" }, "POST");
  const from = await newest();
  await until(async () => (await newest()) > from + 1);
  seen = await newest();
  writeFileSync(kept, await (await ask("/v1/api/proof/checkpoint_file")).text());
}

/** Exports a file and verifies it. */
async function verify(path: string, fields: Record<string, string>, options: string[] = []) {
  const file = join(base, "file");
  writeFileSync(file, await (await ask(path, fields)).text());
  return await runVerifier("verify", [file, ...options]);
}

/** Against the checkpoint that was kept before the deed, and played again. */
const archive = () =>
  verify("/v1/api/proof/archive", { since: String(seen) }, ["--since", kept, "--replay"]);

beforeAll(async () => {
  const port = String(await freePort());
  const settings = { PORT: port, PROOF_EVERY_SECONDS: "2", SIM_TRADERS: "0" };
  program = await startProgram({ dataDir, settings });
  owner = new pg.Client(ownerAddress(dataDir));
  await owner.connect();
  await makePast();
}, TEST_TIMEOUT_MS);
afterAll(async () => {
  await owner?.end();
  await killAll();
  rmSync(base, { recursive: true, force: true });
});

const wrongAt = (seq: number) =>
  expect.stringMatching(new RegExp(`WRONG \\w+ at journal/0 row ${seq}:`));

/** One after the other on one platform: what an earlier deed broke stays broken and named. */
describe("what verify says of a tampered past", () => {
  it("is nothing while nobody has touched it", async () => {
    const { code, text } = await archive();
    expect([code, text]).toEqual([0, expect.not.stringContaining("WRONG")]);
  });

  it("names the row of the tape that was changed", async () => {
    const seq = await tamperAt(
      owner,
      `update tape_piece set quotes = set_byte(quotes, 6, get_byte(quotes, 6) # 1)
       where market_id = 1 and first_seq = 1 returning first_seq as seq`,
    );
    const { code, text } = await verify("/v1/api/proof/tape_file", { forex_id: "1", seq: "1" });
    const place = `WRONG tape at tape of market 1, quotes ${seq} to`;
    expect([code, text]).toEqual([1, expect.stringContaining(place)]);
  });

  it.each([
    ["the fill", "update fill set price = price + 1 where ctid = (select ctid from fill limit 1)"],
    [
      "the line of the ledger",
      `update ledger_posting set amount = amount + 1 where (tableoid, ctid) = (
         select tableoid, ctid from ledger_posting
         where account_id is not null and cause = 'profit' limit 1)`,
    ],
  ])("names the row of %s that was changed", async (_what, sql) => {
    const seq = await tamperAt(owner, `${sql} returning journal_seq as seq`);
    const { code, text } = await archive();
    expect([code, text]).toEqual([1, wrongAt(seq)]);
  });

  it("names the row that was inserted", async () => {
    const { seq } = await tamper(dataDir, "insert-event");
    const from = await newest();
    await until(async () => (await newest()) > from + 1);
    const { code, text } = await archive();
    expect([code, text]).toEqual([1, wrongAt(seq)]);
  });

  it("names the row that was deleted", async () => {
    const seq = await tamperAt(
      owner,
      `delete from journal where seq = (select journal_seq from fill where kind = 'open'
         and market_id = 3 limit 1) returning seq`,
    );
    const { code, text } = await archive();
    expect([code, text]).toEqual([1, wrongAt(seq)]);
  });
});
