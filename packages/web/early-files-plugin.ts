// A step of the build: writes into the page which files each screen and each language begin with,
// so that `public/boot.js` can ask for them together with the app instead of after it. Nothing of
// it exists in development.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

const ROUTE_TABLE = join(import.meta.dirname, "src/app/route-table.ts");
/** An address of the table and the file of its screen. */
const ROUTE = /path: "([^"]+)"[\s\S]*?import\("\.\.\/([^"]+)"\)/g;
const CATALOGUE = /\/contract\/messages\/(\w+)\.json\?part=(first|later)$/;

type Chunk = Rolldown.OutputChunk;

function isChunk(output: Rolldown.OutputBundle[string]): output is Chunk {
  return output.type === "chunk";
}

/** The chunk, what it stands on, and their style sheets. */
function filesOf(chunk: Chunk, bundle: Rolldown.OutputBundle, found = new Set<string>()) {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  for (const name of chunk.imports) {
    const inner = bundle[name];
    if (inner && isChunk(inner)) filesOf(inner, bundle, found);
  }
  return found;
}

function chunkOf(chunks: readonly Chunk[], isIts: (moduleId: string) => boolean): Chunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some(isIts));
  if (!chunk) throw new Error("Invariant: every screen is in the build");
  return chunk;
}

function describeFiles(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter(isChunk);
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("Invariant: the build has an entry");
  const known = filesOf(entry, bundle);
  const files: string[] = [];
  const numberOf = (file: string) => {
    const at = files.indexOf(file);
    return at >= 0 ? at : files.push(file) - 1;
  };
  const screens: Record<string, number[]> = {};
  for (const [, path = "", source = ""] of readFileSync(ROUTE_TABLE, "utf8").matchAll(ROUTE)) {
    const chunk = chunkOf(chunks, (id) => id.endsWith(`/web/src/${source}`));
    screens[path] = [...filesOf(chunk, bundle)].filter((file) => !known.has(file)).map(numberOf);
  }
  const texts: Record<string, number[]> = {};
  for (const { fileName, moduleIds } of chunks) {
    for (const id of moduleIds) {
      const [, language = "", part] = CATALOGUE.exec(id) ?? [];
      if (!language) continue;
      const parts = texts[language] ?? [];
      parts[part === "first" ? 0 : 1] = numberOf(fileName);
      texts[language] = parts;
    }
  }
  return JSON.stringify({ files, screens, texts });
}

export function earlyFiles(): Plugin {
  return {
    name: "truetick-early-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        if (!bundle) throw new Error("Invariant: the page is written with its files");
        const attrs = { type: "application/json", id: "early-files" };
        const children = describeFiles(bundle);
        return [{ tag: "script", attrs, children, injectTo: "head-prepend" }];
      },
    },
  };
}
