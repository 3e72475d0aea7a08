// How findings are made. A bad one needs a place, by its signature.

import type { Check, Finding, Verdict } from "./finding.ts";

export function good(check: Check, detail: string | null): Finding {
  return { check, isGood: true, where: null, detail };
}

export function bad(check: Check, where: string, detail: string): Finding {
  return { check, isGood: false, where, detail };
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  return { isGood: findings.every(({ isGood }) => isGood), findings };
}
