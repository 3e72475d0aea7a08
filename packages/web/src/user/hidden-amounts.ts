// Whether the reader wants amounts hidden, as in a train: kept by the browser, and one choice for
// everything on the screen.

import { createStore, useStore } from "@truetick/ui/state";
import { useApp } from "../app/app.ts";

const STORED = "amountsHidden";
const YES = "yes";

/** Stands where an amount would; as wide for all, so that nothing can be read from it. */
export const HIDDEN_AMOUNT = "••••••";

/** Grows with every change: what is stored is read again by all that show it. */
const changes = createStore(0);

export function useHiddenAmounts(): readonly [boolean, () => void] {
  const { storage } = useApp();
  useStore(changes);
  const isHidden = storage.read(STORED) === YES;
  const toggle = () => {
    storage.write(STORED, isHidden ? "no" : YES);
    changes.set(changes.get() + 1);
  };
  return [isHidden, toggle];
}
