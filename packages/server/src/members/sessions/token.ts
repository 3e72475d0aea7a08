// The secret that proves a session: 256 random bits that mean nothing, given out once and stored
// as a hash only (T18). It travels in the `authorization` header, bare or after "Bearer".

import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return bytesOfName(nameOfToken(token));
}

/** Its hash as text of a character per byte: a third of what it costs as a buffer. */
export function nameOfToken(token: string): string {
  return hash("sha256", token, "binary");
}

export function bytesOfName(name: string): Buffer {
  return Buffer.from(name, "latin1");
}

/** Null when the header cannot hold a token of ours. */
export function tokenOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  if (TOKEN.test(authorization)) return authorization;
  const token = authorization.replace(/^Bearer +/i, "").trim();
  return TOKEN.test(token) ? token : null;
}
