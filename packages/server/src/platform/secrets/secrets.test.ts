// The keys: drawn once, kept for the owner alone, refused when they are none; and what they seal.

import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { StartRefusal } from "../start-refusal.ts";
import { checkSealKey } from "./check-seal-key.ts";
import { createSeal } from "./seal.ts";
import { parseKey, readSecrets, SECRET_NAMES, variableOf } from "./secrets.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "truetick-secrets-"));
  return () => rm(dataDir, { recursive: true, force: true });
});

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe("the keys of an installation", () => {
  it("are drawn once, all different, and are the same after a restart", async () => {
    const first = await readSecrets({ dataDir, given: {} });
    const second = await readSecrets({ dataDir, given: {} });
    expect(second).toEqual(first);
    expect(new Set(Object.values(first).map(String)).size).toBe(5);
    for (const key of Object.values(first)) expect(key).toHaveLength(32);
  });

  it("lie in files that only the owner can read, also if somebody opened them", async () => {
    await readSecrets({ dataDir, given: {} });
    const path = join(dataDir, "secrets", "seal-key");
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(join(dataDir, "secrets"))).toBe(0o700);
    await chmod(path, 0o644);
    await chmod(join(dataDir, "secrets"), 0o755);
    await readSecrets({ dataDir, given: {} });
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(join(dataDir, "secrets"))).toBe(0o700);
  });

  it("are written whole: servers that begin at once share them, and no draft stays", async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => readSecrets({ dataDir, given: {} })),
    );
    for (const secrets of all) expect(secrets).toEqual(all[0]);
    const names = await readdir(join(dataDir, "secrets"));
    expect(names.sort()).toEqual(["chat-key", "code-key", "cookie-key", "push-key", "seal-key"]);
  });

  it("that a crash left half written are a draft, which is nobody's key", async () => {
    await mkdir(join(dataDir, "secrets"));
    await writeFile(join(dataDir, "secrets", "seal-key.0011223344556677.new"), "");
    const first = await readSecrets({ dataDir, given: {} });
    expect(await readSecrets({ dataDir, given: {} })).toEqual(first);
  });

  it("from the environment come before the files, and leave none", async () => {
    const sealKey = randomBytes(32);
    expect((await readSecrets({ dataDir, given: { sealKey } })).sealKey).toEqual(sealKey);
    await expect(readFile(join(dataDir, "secrets", "seal-key"))).rejects.toThrow("ENOENT");
  });

  it.each(["", "secret", "0".repeat(64), "0123456789abcdef".repeat(4)])(
    "a file that holds %j is refused by its name, without its content",
    async (content) => {
      await readSecrets({ dataDir, given: {} });
      await writeFile(join(dataDir, "secrets", "chat-key"), content);
      const refusal = await readSecrets({ dataDir, given: {} }).catch((error) => error);
      expect(refusal).toBeInstanceOf(StartRefusal);
      expect(refusal.message).toMatch(/chat-key does not hold a key/);
    },
  );

  it("one key for two uses is refused", async () => {
    const key = randomBytes(32);
    await expect(
      readSecrets({ dataDir, given: { sealKey: key, chatKey: key } }),
    ).rejects.toBeInstanceOf(StartRefusal);
  });

  it("are named in the environment, and read as hexadecimal or base64", () => {
    expect(SECRET_NAMES.map(variableOf)).toEqual([
      "SECRET_CODE_KEY",
      "SECRET_COOKIE_KEY",
      "SECRET_SEAL_KEY",
      "SECRET_CHAT_KEY",
      "SECRET_PUSH_KEY",
    ]);
    for (let count = 0; count < 1_000; count += 1) {
      const key = randomBytes(32);
      for (const encoding of ["hex", "base64", "base64url"] as const) {
        expect(parseKey(key.toString(encoding))).toEqual(key);
      }
    }
    for (const text of [
      "changeme",
      "x".repeat(43),
      "a".repeat(64),
      randomBytes(16).toString("hex"),
    ])
      expect(parseKey(text)).toBeNull();
  });
});

describe("a seal", () => {
  const key = randomBytes(32);
  const seal = createSeal(key, "test");

  it("opens what it closed, and shows nothing of it", () => {
    const sealed = seal.close("code 123456 für 您");
    expect(seal.open(sealed)).toBe("code 123456 für 您");
    expect(sealed.includes("123456")).toBe(false);
    expect(seal.close("same")).not.toEqual(seal.close("same"));
  });

  it("does not open for another key, another purpose, or with one bit changed", () => {
    const sealed = seal.close("text");
    expect(createSeal(randomBytes(32), "test").open(sealed)).toBeNull();
    expect(createSeal(key, "other").open(sealed)).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(seal.open(changed)).toBeNull();
    }
    expect(seal.open(sealed.subarray(0, 10))).toBeNull();
  });
});

describe("the seal key of a database", () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it("is the first one; with another the server does not start", async () => {
    const sealKey = randomBytes(32);
    await checkSealKey(test.database, sealKey);
    await checkSealKey(test.database, sealKey);
    const refusal = await checkSealKey(test.database, randomBytes(32)).catch((error) => error);
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(refusal.message).toContain("SECRET_SEAL_KEY");
  });
});
