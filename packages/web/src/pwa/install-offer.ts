// Installing the app: some browsers hand the page a question that it may ask when the reader wants
// it; others (iOS) have it in their own menu. Listens from the start, because the browser says it
// only once; who shows it is settings/install-row.tsx.

import { createStore, type ReadableStore } from "@truetick/ui/state";

type InstallQuestion = Event & {
  prompt(): Promise<unknown>;
};

export type InstallOffer = ReadableStore<InstallQuestion | null>;

function isQuestion(event: Event): event is InstallQuestion {
  return "prompt" in event;
}

export function createInstallOffer(host: Pick<Window, "addEventListener">): InstallOffer {
  const offer = createStore<InstallQuestion | null>(null);
  host.addEventListener("beforeinstallprompt", (event) => {
    // Asked when the reader wants it, not when the browser does.
    event.preventDefault();
    if (isQuestion(event)) offer.set(event);
  });
  host.addEventListener("appinstalled", () => offer.set(null));
  return offer;
}
