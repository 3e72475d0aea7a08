// Files of proof outlive the platform: everything is exported while the server runs, the server is
// stopped, the files are moved to another folder, and there they verify and replay with no network
// at all. Also: a witness in a process of its own signs what extends, and raises the alarm when a
// checkpoint does not (H04, H06).

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, killAll, type Program, startProgram } from "./program.ts";
import { runVerifier } from "./run-verifier.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "truetick-proof-")));
chmodSync(base, 0o711);
const out = join(base, "out");
const elsewhere = join(base, "elsewhere");
const WITNESS = { key: join(base, "witness.key"), state: join(base, "witness.state") };
const FILES = ["receipt.json", "receipts.ndjson", "archive.ndjson", "tape.json"] as const;
const LATER_MAX_MS = 60_000;
const TEST_TIMEOUT_MS = 240_000;

let program: Program;
let token: string;

afterAll(async () => {
  await killAll();
  rmSync(base, { recursive: true, force: true });
});

/** With every way to the network closed, where asked for: a preloaded module throws on any. */
function run(script: "verify" | "witness", args: readonly string[], isAlone = false) {
  return runVerifier(script, args, isAlone ? join(base, "no-network.mjs") : null);
}

const NO_NETWORK = `
import { createRequire, syncBuiltinESMExports } from "node:module";
const require = createRequire(import.meta.url);
const refuse = () => { throw new Error("no network here"); };
for (const name of ["node:net", "node:tls", "node:http", "node:https", "node:dgram"]) {
  const module = require(name);
  for (const call of ["connect", "createConnection", "request", "get", "createSocket"]) {
    if (call in module) module[call] = refuse;
  }
}
globalThis.fetch = refuse;
syncBuiltinESMExports();
`;

async function ask(path: string, fields: Record<string, string> = {}, method = "GET") {
  const query = new URLSearchParams(fields);
  const isPost = method === "POST";
  const url = `${program.origin}${path}${isPost ? "" : `?${query}`}`;
  const headers = { lang: "en", ...(token && { authorization: token }) };
  const key = { "idempotency-key": randomBytes(8).toString("hex") };
  const options = isPost ? { method, body: query, headers: { ...headers, ...key } } : { headers };
  return await fetch(url, options);
}

async function call(path: string, fields: Record<string, string> = {}, method = "GET") {
  const answer = (await (await ask(path, fields, method)).json()) as {
    code: number;
    msg: string;
    data: never;
  };
  return answer as { code: number; msg: string; data: Record<string, never> };
}

async function later<T>(look: () => Promise<T | null>): Promise<T> {
  const endMs = Date.now() + LATER_MAX_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > endMs) throw new Error("it did not come");
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

async function save(name: string, path: string, fields: Record<string, string> = {}) {
  writeFileSync(join(out, name), await (await ask(path, fields)).text());
}

/** Orders of several kinds in markets that are converted and not: filled, refused, closed. */
async function trade(): Promise<string> {
  const device = randomBytes(16).toString("hex");
  const { data } = await call("/api/user/createAccountDemoForU", { demo_id: device }, "POST");
  token = data.token as unknown as string;
  const order = { type: "1", cont: "0.20", status: "1", multiple: "20" };
  const ids: string[] = [];
  for (const market of ["1", "3", "9"]) {
    const submit = () => call("/v1/api/forex/submit", { ...order, forex_id: market }, "POST");
    const placed = await later(async () => {
      const answer = await submit();
      return answer.code === 1 ? answer : null;
    });
    ids.push(placed.data.Id as unknown as string);
  }
  await call("/v1/api/forex/submit", { ...order, cont: "40", forex_id: "1" }, "POST");
  await call("/v1/api/forex/close", { id: ids[0] ?? "" }, "POST");
  await call("/v1/api/forex/close", { id: ids[1] ?? "", cont: "0.05" }, "POST");
  return ids[0] ?? "";
}

type Receipts = { data: { id: string }[]; total: number };

beforeAll(async () => {
  mkdirSync(out);
  writeFileSync(join(base, "no-network.mjs"), NO_NETWORK);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const unlisted = await run("witness", witnessArgs(origin, ["--once"]));
  const listed = /friend:([0-9a-f]{64})/.exec(unlisted.text)?.[0] ?? "";
  const settings = { PORT: String(port), PROOF_EVERY_SECONDS: "2", PROOF_WITNESSES: listed };
  program = await startProgram({ dataDir: join(base, "data"), settings });
  const orderId = await trade();
  const closed = await later(async () => {
    const { data } = await call("/v1/api/proof/receipts", { order_id: orderId });
    const last = (data as unknown as Receipts).data.at(-1);
    const receipt = await call("/v1/api/proof/receipt", { id: last?.id ?? "" });
    return (receipt.data.proved as unknown as boolean) ? receipt.data : null;
  });
  writeFileSync(join(out, "receipt.json"), closed.file as unknown as string);
  await save("checkpoint.json", "/v1/api/proof/checkpoint_file");
  await later(async () => {
    const { data } = await call("/v1/api/proof/receipts", {});
    return (data as unknown as Receipts).total >= 6 ? true : null;
  });
  const { number } = JSON.parse(
    JSON.parse(readFileSync(join(out, "checkpoint.json"), "utf8")).body.checkpoint.text,
  );
  await later(async () => {
    const { data } = await call("/v1/api/proof/checkpoint");
    return (data.number as unknown as number) > number ? true : null;
  });
  await save("receipts.ndjson", "/v1/api/proof/receipts_file");
  await save("archive.ndjson", "/v1/api/proof/archive", { since: String(number) });
  await save("tape.json", "/v1/api/proof/tape_file", { forex_id: "1", seq: "1" });
}, TEST_TIMEOUT_MS);

function witnessArgs(origin: string, more: readonly string[] = []): string[] {
  const { key, state } = WITNESS;
  return [origin, "--name", "friend", "--key", key, "--state", state, ...more];
}

/** A hash that differs in its first digit. */
function otherThan(root: string): string {
  return (root.startsWith("f") ? "e" : "f") + root.slice(1);
}

describe("H06: a witness in a process of its own", () => {
  it("signs what it saw, and that is shown to everybody", async () => {
    const first = await run("witness", witnessArgs(program.origin, ["--once"]));
    expect([first.code, first.text]).toEqual([0, expect.stringContaining("signed")]);
    const { checkpoint } = JSON.parse(readFileSync(WITNESS.state, "utf8"));
    const { number } = JSON.parse(checkpoint.text);
    const { data } = await call("/v1/api/proof/checkpoint", { number: String(number) });
    const [cosigned] = data.cosignatures as unknown as { witness: string }[];
    expect(cosigned?.witness).toBe("friend");
    const second = await run("witness", witnessArgs(program.origin, ["--once"]));
    expect(second.code).toBe(0);
  });

  it("raises the alarm when what is shown does not extend what it saw", async () => {
    const kept = JSON.parse(readFileSync(WITNESS.state, "utf8"));
    const seen = JSON.parse(kept.checkpoint.text);
    const state = join(base, "other.state");
    // As if it had been shown another past: the same place in the log with another root.
    const logs = seen.logs.map((head: { log: string; root: string }) =>
      head.log === "journal/0" ? { ...head, root: otherThan(head.root) } : head,
    );
    const text = JSON.stringify({ ...seen, logs });
    writeFileSync(state, JSON.stringify({ ...kept, checkpoint: { ...kept.checkpoint, text } }));
    const args = [program.origin, "--name", "friend", "--key", WITNESS.key, "--state", state];
    const alarmed = await run("witness", [...args, "--once"]);
    expect([alarmed.code, alarmed.text]).toEqual([1, expect.stringContaining("ALARM")]);
  });
});

describe("files that were moved away from a platform that is gone", () => {
  beforeAll(async () => {
    expect((await program.end("SIGTERM")).code).toBe(0);
    renameSync(out, elsewhere);
  }, TEST_TIMEOUT_MS);

  it("verify and replay with no network", async () => {
    const paths = FILES.map((name) => join(elsewhere, name));
    const { code, text } = await run("verify", [...paths, "--replay"], true);
    expect([code, text]).toEqual([0, expect.stringContaining("played again")]);
    expect(text).not.toContain("WRONG");
  });

  it("hold against a checkpoint that was kept and a key that is known from elsewhere", async () => {
    const kept = join(elsewhere, "checkpoint.json");
    const { keyId } = JSON.parse(readFileSync(kept, "utf8"));
    const archive = join(elsewhere, "archive.ndjson");
    const good = await run("verify", [archive, "--since", kept, "--key", keyId], true);
    expect([good.code, good.text]).toEqual([0, expect.stringContaining("extends what was")]);
    const other = await run("verify", [archive, "--key", "0123456789abcdef"], true);
    expect(other.code).toBe(1);
  });

  it("are told apart from what was changed by a single letter", async () => {
    const path = join(elsewhere, "receipt.json");
    const changed = readFileSync(path, "utf8").replace('"profit":"', '"profit":"1');
    writeFileSync(path, changed);
    const { code, text } = await run("verify", [path], true);
    expect([code, text]).toEqual([1, expect.stringContaining("WRONG")]);
  });
});
