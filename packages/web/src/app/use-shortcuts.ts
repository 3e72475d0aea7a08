// Lets single keys act while a screen is shown: `useShortcuts({ b: buy, s: sell })`. The one way to
// listen for them, so that the reader's switch (settings) turns them all off at once: readers of
// screens and people who speak to their device need those keys themselves.

import { useEffect, useEffectEvent } from "react";
import { useApp } from "./app.ts";
import { shortcutKey } from "./shortcut-key.ts";

export type Shortcuts = Readonly<Record<string, () => void>>;

export function useShortcuts(shortcuts: Shortcuts): void {
  const { preferences } = useApp();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!preferences.get().hasShortcuts) return;
    const key = shortcutKey(event);
    const act = key !== null && Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
