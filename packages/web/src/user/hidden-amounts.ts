// Whether the reader wants amounts hidden, as in a train: kept by the browser.

import { useState } from "react";
import { useApp } from "../app/app.ts";

const STORED = "amountsHidden";
const YES = "yes";

/** Stands where an amount would; as wide for all, so that nothing can be read from it. */
export const HIDDEN_AMOUNT = "••••••";

export function useHiddenAmounts(): readonly [boolean, () => void] {
  const { storage } = useApp();
  const [isHidden, setIsHidden] = useState(() => storage.read(STORED) === YES);
  const toggle = () => {
    storage.write(STORED, isHidden ? "no" : YES);
    setIsHidden(!isHidden);
  };
  return [isHidden, toggle];
}
