// Every process keeps a ranking of its own for a while. Who joins or leaves the list is seen at
// once, whichever of them is asked next. Used by community.ts.

import type { News } from "../../platform/news/news.ts";
import type { Ranking } from "./ranking.ts";

type Forgetful = Pick<Ranking, "forget">;

/** `shared` forgets everywhere; `own` also when another process says so. */
export function shareForgetting<T extends Forgetful>(
  own: T,
  news: News,
): { readonly shared: T; readonly stop: () => void } {
  const relisted = news.channel("relisted", (said) => (said === true ? said : null));
  const stops = [relisted.follow(() => own.forget()), news.onMissed(() => own.forget())];
  return {
    shared: { ...own, forget: () => relisted.tell(true) },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
