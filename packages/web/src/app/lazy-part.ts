// A part of the frame whose code comes later. Around the frame there is no guard: code that cannot
// be fetched leaves its place empty until the page is loaded again, and breaks nothing.

import { type ComponentType, lazy } from "react";

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
}
