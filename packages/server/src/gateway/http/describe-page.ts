// The page /openapi.json: the description of every call, generated once from their declarations.

import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Call } from "@truetick/contract/calls";
import { describeCalls } from "@truetick/contract/openapi";
import { type Answer, JSON_HEADERS } from "./answer.ts";
import { matches } from "./serve-asset.ts";

export function createDescription({
  calls,
  version,
}: {
  calls: Readonly<Record<string, Call>>;
  version: string;
}): (request: Pick<IncomingMessage, "headers">) => Answer {
  const body = JSON.stringify(describeCalls({ calls, version }));
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = [...JSON_HEADERS, "Cache-Control", "no-cache", "ETag", etag];
  return (request) =>
    matches(request.headers["if-none-match"], etag)
      ? { status: 304, kind: "page", headers, body: "" }
      : { status: 200, kind: "page", headers, body };
}
