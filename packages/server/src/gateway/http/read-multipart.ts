// Reads a form of exactly one file, strictly: one part with the name it must have, nothing before
// it, nothing after it (T34). Of what the sender says about the file only the bytes are used:
// neither its name nor its type is believed by anybody.

import { type Refused, refuse } from "../../platform/handler.ts";

const BOUNDARY =
  /^multipart\/form-data;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+./-]{1,70}))$/i;
const DISPOSITION = /^form-data;\s*name="([\w-]{1,64})";\s*filename(?:="[^"\r\n]*"|\*=[^;\r\n]*)/i;
const PART_HEAD_BYTES_MAX = 4_096;
const HEAD_END = Buffer.from("\r\n\r\n");

/** Room for the lines around the file. */
export const MULTIPART_EXTRA_BYTES = 8_192;

/** Refuses with UNSUPPORTED_MEDIA or MALFORMED. */
export function readMultipart(
  contentType: string,
  bytes: Buffer,
  { field }: { readonly field: string },
): Buffer | Refused {
  const found = BOUNDARY.exec(contentType.trim());
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) return refuse("UNSUPPORTED_MEDIA");
  const opening = Buffer.from(`--${boundary}\r\n`);
  if (!bytes.subarray(0, opening.length).equals(opening)) return refuse("MALFORMED");
  const headEnd = bytes.indexOf(HEAD_END, opening.length);
  if (headEnd === -1 || headEnd - opening.length > PART_HEAD_BYTES_MAX) return refuse("MALFORMED");
  const head = bytes.subarray(opening.length, headEnd).toString("latin1");
  if (nameOf(head) !== field) return refuse("MALFORMED");
  const start = headEnd + HEAD_END.length;
  // The first boundary after it must be the last one, and the end of all.
  const end = bytes.indexOf(`\r\n--${boundary}`, start);
  const rest = end === -1 ? "" : bytes.subarray(end).toString("latin1");
  if (!rest.startsWith(`\r\n--${boundary}--`)) return refuse("MALFORMED");
  const after = rest.slice(boundary.length + 6);
  if (after !== "" && after !== "\r\n") return refuse("MALFORMED");
  return bytes.subarray(start, end);
}

/** The name of the field that a part with a file is for; null when it is no such part. */
function nameOf(head: string): string | null {
  const headers = new Map<string, string>();
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || headers.has(name)) return null;
    headers.set(name, line.slice(colon + 1).trim());
  }
  const encoding = headers.get("content-transfer-encoding") ?? "binary";
  if (encoding.toLowerCase() !== "binary") return null;
  return DISPOSITION.exec(headers.get("content-disposition") ?? "")?.[1] ?? null;
}
