// Dark or light: the system's, or the one chosen here. Shared with the trader's app on this origin,
// which boot.js reads before the first paint.

import { createStore, type ReadableStore } from "@truetick/ui/state";

const THEME = "truetick.theme";
const LOOK = "truetick.look";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export type Look = ReadableStore<Theme> & { readonly choose: (theme: Theme) => void };

type Kept = Pick<Storage, "getItem" | "setItem">;

function readTheme(kept: Kept): Theme {
  try {
    return THEMES.find((theme) => theme === kept.getItem(THEME)) ?? "system";
  } catch {
    return "system";
  }
}

/** What boot.js of both apps reads; everything else in it is the trader's and stays. */
function keepTheme(kept: Kept, theme: Theme): void {
  try {
    kept.setItem(THEME, theme);
    const { theme: _, ...rest } = JSON.parse(kept.getItem(LOOK) ?? "{}") ?? {};
    kept.setItem(LOOK, JSON.stringify(theme === "system" ? rest : { ...rest, theme }));
  } catch {
    // A browser that remembers nothing shows the system's theme next time.
  }
}

export function createLook(kept: Kept, light: MediaQueryList, root: HTMLElement): Look {
  const chosen = createStore(readTheme(kept));
  const show = () => {
    const theme = chosen.get();
    root.dataset.theme = theme === "system" ? (light.matches ? "light" : "dark") : theme;
  };
  light.addEventListener("change", show);
  show();
  return {
    ...chosen,
    choose(theme) {
      keepTheme(kept, theme);
      chosen.set(theme);
      show();
    },
  };
}
