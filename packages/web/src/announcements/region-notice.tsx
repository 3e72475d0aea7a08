// Where the service is not provided, in the words of the server: the editor's where there are some
// in the reader's language, else ours. The first of the announcements, always.

import type { RegionWords } from "@truetick/contract/content";
import Globe from "lucide-react/icons/globe";
import { useTranslations } from "use-intl";
import { ArticleWords } from "../news/article-words.tsx";
import styles from "./announcements.module.css";

export function RegionNotice({ region }: { readonly region: RegionWords }) {
  const titles = useTranslations("shell.titles");
  return (
    <section className={styles.region} aria-label={region.title || titles("announcement")}>
      <Globe size={18} strokeWidth={1.75} className={styles.regionIcon} />
      <div className={styles.regionWords}>
        {region.title !== "" && <h2 className={styles.regionTitle}>{region.title}</h2>}
        <ArticleWords parts={region.parts} language={region.language} isSmall />
      </div>
    </section>
  );
}
