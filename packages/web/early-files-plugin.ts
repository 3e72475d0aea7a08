// A step of the build: writes into the page which files each screen and each language begin with
// and the first words of every language, so that `public/boot.js` can ask for the files together
// with the app instead of after it, and show the words before. The app itself is only fetched by
// the page: boot.js begins it once there is something to see. Nothing of it exists in development.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync, type Plugin, type Rolldown } from "vite";
import { FIRST_SCREENS } from "./src/languages/text-parts.ts";

const MESSAGES = join(import.meta.dirname, "../contract/messages");
const REQUESTS = join(import.meta.dirname, "../contract/src");
const ROUTE_TABLE = join(import.meta.dirname, "src/app/route-table.ts");
/** An address of the table and the file of its screen. */
const ROUTE = /path: "([^"]+)"[\s\S]*?import\("\.\.\/([^"]+)"\)/g;
const CATALOGUE = /\/contract\/messages\/(\w+)\.json\?part=(first|later)$/;

const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/;
const STYLES = /<link rel="stylesheet" crossorigin href="[^"]+">\s*/;
const BOOT = /<script src="\/boot\.js"><\/script>\s*/;

/** Read as text: the build's own program cannot run a package of sources. */
function pathOf(file: string, request: string): string {
  const source = readFileSync(join(REQUESTS, file), "utf8");
  const [, path] = new RegExp(`function ${request}\\([\\s\\S]*?path: "([^"]+)"`).exec(source) ?? [];
  if (!path) throw new Error(`Invariant: ${request} names its path in ${file}`);
  return path;
}

/**
 * What boot.js asks the server for while the app is being fetched: the lists that every screen
 * begins with, and what a screen shows by itself. The app takes the answers up
 * (api/early-answers.ts).
 */
const ASKS: Readonly<Record<string, readonly string[]>> = {
  everywhere: ["requestMarkets", "requestCategories"].map((name) =>
    pathOf("market.requests.ts", name),
  ),
  "/news": [`${pathOf("news.requests.ts", "requestNewsList")}?page=1`],
};

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
  const words = Object.fromEntries(Object.keys(texts).map((id) => [id, firstWordsOf(id)]));
  return JSON.stringify({ files, screens, texts, fewTexts: [...FIRST_SCREENS], words, asks: ASKS });
}

/** What the page says before the app is there: the notice, and the places in the page's order. */
function firstWordsOf(language: string): readonly string[] {
  const { shell } = JSON.parse(readFileSync(join(MESSAGES, `${language}.json`), "utf8"));
  const { quotes, trade, orders, copy, ranking, news } = shell.titles;
  return [shell.sandbox, quotes, trade, orders, copy, ranking, news];
}

/**
 * The style sheet before the app, since nothing is painted without it. The app waits to be run, and
 * its files stand behind what the first paint needs.
 */
function withEntryLater(html: string): string {
  const [styles] = STYLES.exec(html) ?? [];
  const [boot] = BOOT.exec(html) ?? [];
  if (!styles || !boot || !ENTRY.test(html)) {
    throw new Error("Invariant: the page names boot.js, its style sheet and its entry");
  }
  return html
    .replace(STYLES, "")
    .replace(ENTRY, '<link rel="modulepreload" crossorigin id="entry" href="$1">\n    ')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(BOOT, `${boot}${styles}`);
}

export function earlyFiles(): Plugin {
  return {
    name: "truetick-early-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) throw new Error("Invariant: the page is written with its files");
        const attrs = { type: "application/json", id: "early-files" };
        const children = describeFiles(bundle);
        const tags = [{ tag: "script", attrs, children, injectTo: "head-prepend" as const }];
        return { html: withEntryLater(html), tags };
      },
    },
    /** Everything waits for boot.js: it travels without its comments. */
    writeBundle({ dir = "" }) {
      const file = join(dir, "boot.js");
      writeFileSync(file, minifySync(file, readFileSync(file, "utf8")).code);
    },
  };
}
