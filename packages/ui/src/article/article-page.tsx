// An article as it is read: its title, when it was published, its picture, its words. For the
// reader's screen and the editor's preview alike.

import type { ReactNode } from "react";
import styles from "./article.module.css";
import { Picture } from "./picture.tsx";

export function ArticlePage({
  title,
  moment,
  picture,
  children,
  ...words
}: {
  readonly title: string;
  /** When it was published, and what else is to be known of it. */
  readonly moment: ReactNode;
  /** A path of this site; empty for none. */
  readonly picture: string;
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly children: ReactNode;
}) {
  return (
    <article className={styles.article}>
      <h2 className={styles.title} {...words}>
        {title}
      </h2>
      <p className={styles.moment}>{moment}</p>
      <Picture path={picture} words="" className={styles.picture} />
      {children}
    </article>
  );
}
