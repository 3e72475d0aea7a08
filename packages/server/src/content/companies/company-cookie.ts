// Which company a visitor chose, in a cookie: a display preference and nothing else (T82). Signed,
// so that only what we wrote is read; whatever else it says means the default company.

import { createHmac, timingSafeEqual } from "node:crypto";
import { type Cookie, HOST_PREFIX } from "../../platform/handler.ts";

const NAME = "company";
/** Over https the gateway adds the prefix; without it is a laptop's, or one from before. */
const NAMES: readonly string[] = [`${HOST_PREFIX}${NAME}`, NAME];
/** As specified; browsers keep it for 400 days, so every visit renews it. */
const MAX_AGE_SEC = 3 * 365 * 86_400;
const VALUE = /^([1-9]\d{0,8})\.([\w-]{43})$/;

export type CompanyCookie = {
  readonly write: (companyId: number) => Cookie;
  /** From the request's header. Null for none, and for what we never wrote. */
  readonly read: (header: string) => number | null;
};

export function createCompanyCookie(cookieKey: Buffer): CompanyCookie {
  const sign = (id: string) =>
    createHmac("sha256", cookieKey).update(`company/${id}`).digest("base64url");
  return {
    write: (companyId) => ({
      name: NAME,
      value: `${companyId}.${sign(String(companyId))}`,
      maxAgeSec: MAX_AGE_SEC,
    }),
    read(header) {
      for (const pair of header.split(";")) {
        const [name = "", value = ""] = pair.trim().split("=", 2);
        const [, id, signature] = (NAMES.includes(name) && VALUE.exec(value)) || [];
        if (id === undefined || signature === undefined) continue;
        if (timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id)))) return Number(id);
      }
      return null;
    },
  };
}
