// The files of the built apps, read into memory once at start with their compressed twins, and
// answered from there: no path from outside ever touches the disk, so none can leave the folder.
// The build has made the twins (scripts/squeeze.mjs); what has none is compressed here. Dotfiles,
// links and source maps are not read at all.

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { codeOf } from "../../platform/start-refusal.ts";

export type Asset = {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly plain: Buffer;
  /** Null where compression would not make it smaller. */
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
};

/** By the path a browser asks for. */
export type Assets = ReadonlyMap<string, Asset>;

const ASSETS_BYTES_MAX = 64 * 1_048_576;
const COMPRESSED_BYTES_MIN = 512;
/** Seven per cent behind the best there is, at a tenth of its time. */
const BROTLI_QUALITY = 9;

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".webmanifest", "application/manifest+json; charset=utf-8"],
  [".svg", "image/svg+xml; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
  [".png", "image/png"],
  [".webp", "image/webp"],
  [".ico", "image/x-icon"],
  [".woff2", "font/woff2"],
]);
const COMPRESSIBLE = /^(?:text\/|application\/|image\/svg)/;

/** Named after their content by the build, so they never change under their name. */
const HASHED = /^\/(?:[\w-]+\/)*assets\/[\w.-]+-[\w-]{8}\.\w+$/;
/** What must fit the rest of a new build: always checked, never trusted to be fresh. */
const CHECKED = /\.(?:html|js|css|json|webmanifest)$/;

export function cacheControlOf(path: string): string {
  if (HASHED.test(path)) return "public, max-age=31536000, immutable";
  return CHECKED.test(path) ? "no-cache" : "public, max-age=3600, stale-while-revalidate=86400";
}

/** Of a file of this name; undefined where the apps have none such. */
export function typeOf(path: string): string | undefined {
  return TYPES.get(extname(path));
}

/** A folder that does not exist holds nothing: the app was not built. */
export async function loadAssets(folder: string, prefix: string): Promise<Assets> {
  const paths = (await listFiles(folder)).filter((path) => typeOf(path) !== undefined);
  // All at once: compressing happens on the system's threads, not on ours.
  const assets = await Promise.all(
    paths.map(async (path): Promise<[string, Asset]> => {
      const address = `${prefix}/${path}`;
      return [address, await toAsset(address, join(folder, path))];
    }),
  );
  const bytes = assets.reduce((sum, [, { plain }]) => sum + plain.length, 0);
  if (bytes > ASSETS_BYTES_MAX) throw new Error(`Invariant: ${folder} fits in memory`);
  return new Map(assets);
}

async function listFiles(folder: string, under = ""): Promise<string[]> {
  const entries = await readdir(join(folder, under), { withFileTypes: true }).catch((problem) => {
    if (codeOf(problem) === "ENOENT") return [];
    throw problem;
  });
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const path = under === "" ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await listFiles(folder, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

async function toAsset(path: string, file: string): Promise<Asset> {
  const plain = await readFile(file);
  const type = typeOf(path) ?? "application/octet-stream";
  const isCompressible = COMPRESSIBLE.test(type) && plain.length >= COMPRESSED_BYTES_MIN;
  const [small, smaller] = isCompressible
    ? await Promise.all([
        twinOf(file, ".gz", () => zip(plain, { level: 9 })),
        twinOf(file, ".br", () => squeeze(plain, brotliOptions(plain.length))),
      ])
    : [plain, plain];
  return {
    type,
    // Weak: the same page, whichever of its encodings was sent.
    etag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    cacheControl: cacheControlOf(path),
    plain,
    gzip: small.length < plain.length ? small : null,
    brotli: smaller.length < plain.length ? smaller : null,
  };
}

/** What was changed after its twin was made has none. */
async function twinOf(file: string, ending: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const twin = `${file}${ending}`;
  const times = await Promise.all([stat(file), stat(twin)]).catch((problem) => {
    if (codeOf(problem) === "ENOENT") return null;
    throw problem;
  });
  return times && times[0].mtimeMs <= times[1].mtimeMs ? readFile(twin) : make();
}

const zip = promisify(gzip) as (bytes: Buffer, options: { level: number }) => Promise<Buffer>;
const squeeze = promisify(brotliCompress) as (
  bytes: Buffer,
  options: { params: Record<number, number> },
) => Promise<Buffer>;

function brotliOptions(sizeHint: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint,
    },
  };
}
