// A step of the build: makes the page of the support chat, which the chat's screen frames. One
// page, one classic script, one style sheet, at names of their own: a sandboxed page is of no
// origin, and a module would have to ask our own server as a stranger. Nothing of it exists in
// development.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const FOLDER = join(import.meta.dirname, "src/support-frame");
const PAGE = readFileSync(join(FOLDER, "page.html"), "utf8");

type Output = Rolldown.OutputBundle[string];

async function buildFrame(): Promise<readonly Output[]> {
  const made = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: { input: join(FOLDER, "main.ts"), output: { format: "iife" } },
    },
  });
  if (!("output" in made)) throw new Error("Invariant: the frame is built once");
  return made.output;
}

/** Under which name a file of the frame is served; typefaces keep theirs, which the app has too. */
function nameOf(file: Output): string {
  if (file.type === "chunk") return "support.js";
  return file.fileName.endsWith(".css") ? "support.css" : file.fileName;
}

export function supportFrame(): Plugin {
  return {
    name: "truetick-support-frame",
    apply: "build",
    async generateBundle(_options, bundle) {
      this.emitFile({ type: "asset", fileName: "support.html", source: PAGE });
      for (const file of await buildFrame()) {
        const fileName = nameOf(file);
        if (fileName in bundle) continue;
        const source = file.type === "chunk" ? file.code : file.source;
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}
