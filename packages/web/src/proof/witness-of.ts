// The witness of an app: one for all of its screens, made when the first of them needs it, so that
// nobody pays for it before the prices are on the screen.

import type { App } from "../app/app.ts";
import { askServer } from "./ask-server.ts";
import { canCheckSignatures } from "./can-check-signatures.ts";
import { createSampler } from "./check-sample.ts";
import { createWitness, type Witness } from "./witness.ts";

const witnesses = new WeakMap<App, Witness>();

export function witnessOf(app: App): Witness {
  const known = witnesses.get(app);
  if (known) return known;
  const sampling = { chance: Math.random, now: Date.now, canCheckSignatures };
  const witness = createWitness({
    storage: app.storage,
    ask: askServer(app.server),
    canCheckSignatures,
    checkSample: createSampler(app, sampling),
    isHidden: () => document.hidden,
  });
  witnesses.set(app, witness);
  return witness;
}
