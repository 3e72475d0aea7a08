// Opens a sealed file. When it cannot be believed its contents are read all the same, as far as
// they can be, so that what is wrong can be told by its place.

import { openFile } from "@truetick/proof";
import type { Finding } from "./finding.ts";
import { bad, good } from "./findings.ts";
import type { VerifyOptions } from "./options.ts";

export type Opened<Body> = {
  readonly findings: readonly Finding[];
  /** Null when there is nothing to read. Otherwise as the file claims: reading it may throw. */
  readonly body: Body | null;
};

export async function openSealed<Body>(
  text: string,
  format: string,
  options: VerifyOptions,
): Promise<Opened<Body>> {
  const opened = await openFile(text, options.keys);
  if (!("fault" in opened)) {
    // What the operator signed is taken at its word; whoever reads it catches what it throws.
    const body = opened.body as unknown as Body;
    if (opened.format !== format) {
      return { findings: [bad("form", "file", `it is a ${opened.format}, no ${format}`)], body };
    }
    return { findings: [good("signature", `signed with key ${opened.keyId}`)], body };
  }
  const findings = [bad("signature", "file", opened.fault)];
  try {
    const found = JSON.parse(text) as { readonly body?: Body };
    return { findings, body: found.body ?? null };
  } catch {
    return { findings: [bad("form", "file", "it is no file of ours")], body: null };
  }
}

/** Looks, and says so where what is shown cannot even be looked at. */
export async function guarded(
  where: string,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [bad("form", where, `it does not have the form it should: ${detail}`)];
  }
}
