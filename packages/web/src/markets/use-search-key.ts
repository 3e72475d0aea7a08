// The `/` key puts the cursor into the search, from anywhere on the screen that is not itself a
// field. Only while the screen is shown.

import type { RefObject } from "react";
import { useShortcuts } from "../app/use-shortcuts.ts";

export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useShortcuts({
    "/": () => {
      field.current?.focus();
      field.current?.select();
    },
  });
}
