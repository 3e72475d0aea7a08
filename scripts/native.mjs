// @ts-check
// Builds what the server has in C (packages/server/native) when its source changed, where there is
// a compiler for it; the server goes without it where there is none. Called by build.mjs.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hearOut, ROOT } from "./run-step.mjs";

const FOLDER = join(ROOT, "packages/server/native");
const SOURCE = join(FOLDER, "send-all.c");
const OUT = join(FOLDER, "dist");
const FLAGS = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"];

/** Any of these; the first that is there. */
const COMPILERS = [process.env.CC, "cc", "gcc", "clang"].filter((name) => name !== undefined);

export async function buildNative() {
  if (process.platform !== "linux" || isBuilt()) return;
  mkdirSync(OUT, { recursive: true });
  const made = join(OUT, `send-all.${process.pid}.node`);
  for (const compiler of COMPILERS) {
    const { status } = await hearOut(compiler, [...FLAGS, "-o", made, SOURCE], {});
    if (status !== 0) continue;
    // In one go: a server may be starting beside us.
    renameSync(made, join(OUT, "send-all.node"));
    writeFileSync(join(OUT, "stamp"), stamp());
    return;
  }
  console.log("No C compiler that can build packages/server/native: the server goes without it.");
}

function stamp() {
  const hash = createHash("sha256").update(readFileSync(SOURCE)).update(FLAGS.join(" "));
  return `${hash.digest("hex")} ${process.arch}`;
}

function isBuilt() {
  const kept = join(OUT, "stamp");
  if (!existsSync(join(OUT, "send-all.node")) || !existsSync(kept)) return false;
  return readFileSync(kept, "utf8") === stamp();
}
