// Desktop detection by user agent, and what follows from it: a phone has the phone's layout however
// it is held. Everything else is laid out by its width. The one place that knows: a phone is told a
// viewport narrower than the desktop's, so that style sheets, hooks and boxes all follow by
// themselves. Started once by main.tsx.

/** One below the width from which on the shell is a desktop's. */
export const PHONE_WIDTH_MAX = 767;

/** What phones call themselves. Tablets say neither "Mobile" (Android) nor "iPhone". */
const PHONE =
  /iPhone|iPod|Android.*\bMobile\b|Windows Phone|BlackBerry|Opera Mini|Mobile.*Firefox/i;
/** Some tablets add "Mobile" all the same. */
const TABLET = /iPad|Tablet|\bSM-[TX]\d|Kindle|Silk\/(?!.*Mobile)/i;

export type Device = "phone" | "desktop";

/** A phone by its own word; tablets, laptops and whatever is unknown are desktops. */
export function deviceOf(userAgent: string): Device {
  return PHONE.test(userAgent) && !TABLET.test(userAgent) ? "phone" : "desktop";
}

/**
 * What the page's viewport must be: a phone that is held wide is laid out as wide as a phone may
 * be, drawn larger. Without `initial-scale`, which would win over the width.
 */
export function viewportFor({
  device,
  screenWidth,
}: {
  readonly device: Device;
  /** In CSS pixels, as it is held now. */
  readonly screenWidth: number;
}): string {
  if (device === "phone" && screenWidth > PHONE_WIDTH_MAX) {
    return `width=${PHONE_WIDTH_MAX}, viewport-fit=cover`;
  }
  return "width=device-width, initial-scale=1, viewport-fit=cover";
}

/** How wide the screen is as it is held: some browsers tell its width upright whatever happens. */
function heldWidth(window: Window): number {
  const { width, height } = window.screen;
  const isWide = window.matchMedia("(orientation: landscape)").matches;
  return isWide ? Math.max(width, height) : Math.min(width, height);
}

/** Follows how the device is held; on a desktop there is nothing to follow. */
export function followDevice(window: Window): void {
  const device = deviceOf(window.navigator.userAgent);
  window.document.documentElement.dataset.device = device;
  const viewport = window.document.querySelector("meta[name=viewport]");
  if (device !== "phone" || !viewport) return;
  const follow = () => {
    const wanted = viewportFor({ device, screenWidth: heldWidth(window) });
    if (viewport.getAttribute("content") !== wanted) viewport.setAttribute("content", wanted);
  };
  follow();
  window.matchMedia("(orientation: landscape)").addEventListener("change", follow);
}
