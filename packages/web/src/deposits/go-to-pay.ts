// Leads to where a card is paid: inside the app when the page is our own, else away to the
// provider. Any address that is not a safe web page leads nowhere (T27).

import type { Router } from "@truetick/ui/state";

export function goToPay(
  url: string,
  router: Pick<Router, "navigate">,
  place: Pick<Location, "origin" | "assign">,
): void {
  const target = URL.canParse(url, place.origin) ? new URL(url, place.origin) : null;
  if (target?.origin === place.origin) router.navigate(target.pathname + target.search);
  else if (target?.protocol === "https:") place.assign(target.href);
}
