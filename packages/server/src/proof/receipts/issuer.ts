// Who hands a file out: what every file says of the installation, and how it is sealed.

import { type Canonical, sealFile } from "@truetick/proof";
import type { ProofLog } from "../log/proof-log.ts";

export type Issuer = {
  readonly build: string;
  readonly mode: "SIMULATED" | "LIVE";
  readonly origin: string;
};

type Body = { readonly [key: string]: Canonical };

/** What every body begins with. */
export async function issuedBy(issuer: Issuer, log: ProofLog): Promise<Issuer & { keys: Body[] }> {
  const keys = await log.keys();
  return { ...issuer, keys: keys.map((key) => ({ ...key })) };
}

/** Bodies are made of text, whole numbers and what is made of them. */
export function seal(format: string, body: object, log: Pick<ProofLog, "signer">): string {
  return sealFile(format, body as Body, log.signer);
}
