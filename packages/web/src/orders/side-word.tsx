// Buy or sell, in the colour of the reader's custom; the word says it, the colour helps.

import type { Side } from "@truetick/contract";
import { useTranslations } from "use-intl";
import styles from "./side-word.module.css";

export function SideWord({ side }: { readonly side: Side }) {
  const t = useTranslations("ticket");
  return <span className={styles[side]}>{t(side)}</span>;
}
