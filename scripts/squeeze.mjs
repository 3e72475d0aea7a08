// @ts-check
// Compressed twins beside the files of a built app, so that no start of a server has to make them:
// `x.js.br` and `x.js.gz`. Called by build.mjs; read by packages/server/src/gateway/http/assets.ts.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const SQUEEZED = /\.(?:html|js|css|json|webmanifest|svg|txt)$/;
const BYTES_MIN = 512;
/** Seven per cent behind the best there is, at a tenth of its time. */
const BROTLI_QUALITY = 9;

const zip = promisify(gzip);
const squeeze = promisify(brotliCompress);

/** @param {string} folder */
export async function squeezeFolder(folder) {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names.filter((name) => SQUEEZED.test(name)).map((name) => squeezeFile(join(folder, name))),
  );
}

/** @param {string} file */
async function squeezeFile(file) {
  const plain = await readFile(file);
  if (plain.length < BYTES_MIN) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const twins = await Promise.all([zip(plain, { level: 9 }), squeeze(plain, { params })]);
  await Promise.all([writeFile(`${file}.gz`, twins[0]), writeFile(`${file}.br`, twins[1])]);
}
