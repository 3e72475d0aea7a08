// A step of the build: makes the service worker, one file at a name of its own, and tells it which
// files this build has: those it keeps from the beginning and those it keeps once they were used.
// Nothing of it exists in development.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import type { Build } from "./src/pwa/cache-plan.ts";

const SOURCE = join(import.meta.dirname, "src/pwa/service-worker.ts");
const PUBLIC = join(import.meta.dirname, "public");
const WORKER_FILE = "service-worker.js";

/** Catalogues, the chart, and typefaces that not every reader needs. */
const LATER = /\/contract\/messages\/|\/node_modules\/klinecharts\//;
const LATER_FONT = /\.woff2$/;
const FIRST_FONT = /inter-latin-wght-normal/;
/** Of the files that are copied as they are. The manifest is the server's, logos are pictures. */
const PUBLIC_KEPT = /^(?:boot\.js|icons\/[\w-]+\.(?:png|svg))$/;

type Output = Rolldown.OutputBundle[string];

function isLater(file: Output): boolean {
  if (file.type === "chunk") return file.moduleIds.some((id) => LATER.test(id));
  return LATER_FONT.test(file.fileName) && !FIRST_FONT.test(file.fileName);
}

function publicKept(): readonly string[] {
  const found = readdirSync(PUBLIC, { recursive: true, encoding: "utf8" });
  return found.map((path) => path.replaceAll("\\", "/")).filter((path) => PUBLIC_KEPT.test(path));
}

function versionOf(outputs: readonly Output[], copied: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of outputs) {
    hash.update(`${file.fileName}\0`).update(file.type === "chunk" ? file.code : file.source);
  }
  for (const path of copied) hash.update(`${path}\0`).update(readFileSync(join(PUBLIC, path)));
  return hash.digest("base64url").slice(0, 16);
}

function describeBuild(bundle: Rolldown.OutputBundle): Build {
  const outputs = Object.values(bundle)
    .filter(({ fileName }) => !fileName.endsWith(".map"))
    .sort((a, b) => a.fileName.localeCompare(b.fileName, "en"));
  const entry = outputs.find((file) => file.type === "chunk" && file.isEntry);
  if (!entry) throw new Error("Invariant: the build has an entry");
  const copied = publicKept();
  const pathOf = ({ fileName }: Output) => `/${fileName}`;
  const assets = outputs.filter(({ fileName }) => fileName.startsWith("assets/"));
  return {
    version: versionOf(outputs, copied),
    entry: pathOf(entry),
    kept: [...assets.filter((file) => !isLater(file)).map(pathOf), ...copied.map((p) => `/${p}`)],
    later: assets.filter(isLater).map(pathOf),
  };
}

async function buildWorker(files: Build): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { FILES_OF_BUILD: JSON.stringify(files) },
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { format: "iife" } },
    },
  });
  const [output] = "output" in made ? made.output : [];
  if (output?.type !== "chunk") throw new Error("Invariant: the worker is one file");
  return output.code;
}

export function serviceWorker(): Plugin {
  return {
    name: "truetick-service-worker",
    apply: "build",
    // Last of all: the page must be written and its files named.
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const source = await buildWorker(describeBuild(bundle));
        this.emitFile({ type: "asset", fileName: WORKER_FILE, source });
      },
    },
  };
}
