// What does not come out when something is made again.

import type { Check } from "../finding.ts";

export type Fault = { readonly check: Check; readonly detail: string };
