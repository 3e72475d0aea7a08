// The pictures of the conversation: asked for when they come into sight, kept as long as the page
// is open. A picture is bytes from the screen, shown from memory; the page can load none itself.

import { make } from "./make.ts";

const ASK_BEFORE_PX = 400;

export type Pictures = {
  /** A place that fills itself. `labels` are asked for when it is drawn. */
  readonly show: (url: string, label: string, failed: string) => HTMLElement;
  readonly take: (url: string, bytes: ArrayBuffer | null) => void;
};

type Kept = { address: string | null | undefined; readonly places: Set<Place> };
type Place = { readonly element: HTMLElement; readonly label: string; readonly failed: string };

export function createPictures(ask: (url: string) => void): Pictures {
  const kept = new Map<string, Kept>();
  const wanted = new WeakMap<Element, string>();
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const url = wanted.get(target);
        if (!isIntersecting || url === undefined) continue;
        watcher.unobserve(target);
        ask(url);
      }
    },
    { rootMargin: `${ASK_BEFORE_PX}px` },
  );

  function fill({ element, label, failed }: Place, address: string | null): void {
    if (address === null) {
      element.replaceChildren(make("span", "pictureFailed", failed));
      return;
    }
    const picture = make("img", "pictureShown");
    picture.alt = label;
    picture.src = address;
    element.replaceChildren(picture);
  }

  return {
    show(url, label, failed) {
      const element = make("div", "picture");
      const place = { element, label, failed };
      const known = kept.get(url);
      if (known?.address !== undefined) fill(place, known.address);
      else {
        const entry = known ?? { address: undefined, places: new Set() };
        entry.places.add(place);
        kept.set(url, entry);
        wanted.set(element, url);
        watcher.observe(element);
      }
      return element;
    },
    take(url, bytes) {
      const entry = kept.get(url);
      if (!entry) return;
      const blob = bytes && new Blob([bytes], { type: "image/jpeg" });
      entry.address = blob && URL.createObjectURL(blob);
      for (const place of entry.places) fill(place, entry.address);
      entry.places.clear();
    },
  };
}
