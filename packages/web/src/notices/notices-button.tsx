// The bell with the count of what is unread, for every header: on phones it leads to the screen, on
// wide screens it opens the newest under it. Nothing for a visitor, who fetches none of its code.

import { useStore } from "@truetick/ui/state";
import { Suspense } from "react";
import { useApp } from "../app/app.ts";
import { lazyPart } from "../app/lazy-part.ts";
import styles from "./notices-button.module.css";

const Bell = lazyPart(async () => (await import("./bell.tsx")).Bell);

export function NoticesButton() {
  const isVisitor = useStore(useApp().session) === null;
  if (isVisitor) return null;
  return (
    <span className={styles.place}>
      <Suspense>
        <Bell />
      </Suspense>
    </span>
  );
}
