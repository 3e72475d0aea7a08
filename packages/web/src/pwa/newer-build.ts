// Whether the server has a newer build than this page, asked when a file of the page cannot be had:
// then loading the page again is what helps, and it is done once. Part of the first load, because
// whatever would be fetched to do it may be gone too.

/** The file that only the page of this build names. */
function ownEntry(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;
}

/** False when nobody can say: a line that is down is no newer build. */
export async function isOutdated(
  entry: string | null = ownEntry(),
  ask: typeof fetch = (...args) => fetch(...args),
): Promise<boolean> {
  try {
    const response = await ask("/", { cache: "no-store" });
    return response.ok && entry !== null && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
}

const RELOADED = "truetick.reloadedFrom";
const TAKE_OVER_MAX_MS = 2_000;

/** Once for each build that turned out to be old; never again and again. */
export function mayReload(storage: Pick<Storage, "getItem" | "setItem">): boolean {
  const entry = ownEntry() ?? "";
  try {
    if (storage.getItem(RELOADED) === entry) return false;
    storage.setItem(RELOADED, entry);
    return true;
  } catch {
    // Who remembers nothing might reload forever.
    return false;
  }
}

/** Loads the newer build, also past a service worker that still has the old one. */
export async function loadNewer(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.getRegistration();
  await registration?.update().catch(() => null);
  const waiting = registration?.waiting ?? registration?.installing;
  if (waiting) {
    const taken = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
    waiting.postMessage({ type: "take-over" });
    await Promise.race([taken, new Promise((late) => setTimeout(late, TAKE_OVER_MAX_MS))]);
  }
  window.location.reload();
}
