// How a client names one attempt at a write, so that a repeat by a browser, a proxy or a nervous
// finger changes nothing (T01): the header `idempotency-key`, else the time stamp `t` on a GET,
// which makes the whole address the name. A write without either is not deduplicated.

import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type Attempt, type Refused, refuse } from "../../platform/handler.ts";
import type { Fields } from "./read-fields.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Refuses a key that is not 1 to 255 visible characters with MALFORMED. */
export function findAttempt({
  headers,
  address,
  fields,
  input,
}: {
  headers: IncomingHttpHeaders;
  /** Path and query of a GET; the path alone of a POST. */
  address: { readonly path: string; readonly query: string | null };
  fields: Fields;
  /** The fields that the call knows, as it read them. */
  input: Readonly<Record<string, unknown>>;
}): Attempt | null | Refused {
  const payload = () => payloadOf(address.path, input);
  const key = headers["idempotency-key"];
  if (key !== undefined) {
    if (typeof key !== "string" || !KEY.test(key)) return refuse("MALFORMED");
    return { key: `key/${key}`, payload: payload() };
  }
  if (address.query === null || !fields.t) return null;
  const name = hash("sha256", JSON.stringify([address.path, address.query]), "base64url");
  return { key: `address/${name}`, payload: payload() };
}

/** `JSON.stringify` of path and pairs, in the order of their names; this takes half as long. */
function payloadOf(path: string, input: Readonly<Record<string, unknown>>): string {
  let pairs = "";
  for (const name of Object.keys(input).sort()) {
    pairs += `${pairs === "" ? "" : ","}[${quote(name)},${quote(input[name])}]`;
  }
  return `[${quote(path)},[${pairs}]]`;
}

const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function quote(value: unknown): string {
  if (typeof value === "string" && PLAIN.test(value)) return `"${value}"`;
  return JSON.stringify(value) ?? "null";
}
