// One entry of the gallery: the name of a component, one line on when to use it, and its states.

import type { ReactNode } from "react";
import styles from "./gallery.module.css";

export function Sample({
  name,
  use,
  children,
}: {
  readonly name: string;
  readonly use: string;
  readonly children: ReactNode;
}) {
  return (
    <article className={styles.sample}>
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.use}>{use}</p>
      <div className={styles.states}>{children}</div>
    </article>
  );
}

/** A state with its name under it. */
export function State({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <figure className={styles.state}>
      {children}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
