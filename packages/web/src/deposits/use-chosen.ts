// The one of several ways to pay that was chosen: the first until somebody chooses, and again when
// the chosen one is there no longer. None where there is nothing to choose from.

import { useState } from "react";

export function useChosen<T>(
  choices: readonly T[],
  idOf: (choice: T) => string,
): readonly [T | undefined, (id: string) => void] {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = choices.find((choice) => idOf(choice) === chosenId) ?? choices[0];
  return [chosen, setChosenId];
}
