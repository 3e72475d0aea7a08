// The page /manifest.json: what a phone shows of the app once it is installed. The web app's own
// file under the company's name. Invariant: without the app, there is still a manifest, so that
// nobody's browser complains.

import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Answer } from "./answer.ts";
import type { Asset } from "./assets.ts";
import { matches } from "./serve-asset.ts";

export const MANIFEST_PATH = "/manifest.json";

export function createManifest({
  file,
  appName,
}: {
  readonly file: Asset | undefined;
  readonly appName: () => Promise<string>;
}): (request: Pick<IncomingMessage, "headers">) => Promise<Answer> {
  const own: unknown = file ? JSON.parse(file.plain.toString("utf8")) : { start_url: "/" };
  const manifest = typeof own === "object" ? own : {};
  return async (request) => {
    const name = await appName();
    const body = JSON.stringify({ ...manifest, name, short_name: name });
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const headers = [
      "Content-Type",
      "application/manifest+json; charset=utf-8",
      "Cache-Control",
      "no-cache",
      "ETag",
      etag,
    ];
    return matches(request.headers["if-none-match"], etag)
      ? { status: 304, kind: "page", headers, body: "" }
      : { status: 200, kind: "page", headers, body };
  };
}
