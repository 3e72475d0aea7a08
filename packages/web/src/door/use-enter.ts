// Going in: the session begins and the screen opens that was asked for before the login, if it is
// one of ours (T25). Also who is in already finds the door open.

import type { Session } from "@truetick/contract";
import { useCallback, useEffect } from "react";
import { useApp } from "../app/app.ts";
import { placeInApp } from "../session/from.ts";

export type Enter = (session: Session, otherwise?: string) => void;

export function useEnter(): Enter {
  const { router, session } = useApp();
  return useCallback(
    (begun, otherwise = "/") => {
      const from = router.location.get().query.get("from");
      session.begin(begun);
      router.navigate(placeInApp(from) ?? otherwise, { isReplacing: true });
    },
    [router, session],
  );
}

/** A real user has nothing to do at the door; a demo user may want to become one. */
export function useOpenDoor(): void {
  const { router, session } = useApp();
  useEffect(() => {
    const user = session.get()?.user;
    if (!user || user.isDemo) return;
    const from = router.location.get().query.get("from");
    router.navigate(placeInApp(from) ?? "/", { isReplacing: true });
  }, [router, session]);
}
