// What the leader did and this follow did not, each with its reason and the numbers that made it
// so. Nothing is left out silently.

import { type Follow, requestSkippedCopies, type SkippedCopy } from "@truetick/contract/copying";
import { useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { PageBody } from "../app/page-body.tsx";
import { useMoment } from "../app/use-moment.ts";
import { usePages } from "../app/use-pages.ts";
import { SideWord } from "../orders/side-word.tsx";
import styles from "./skipped-copies.module.css";
import { useCopyNews } from "./use-copy-news.ts";

function requestRows(followId: string, page: number) {
  const request = requestSkippedCopies(followId, page);
  return {
    ...request,
    read: (wire: unknown) => {
      const { skipped, total } = request.read(wire);
      return { rows: skipped, total };
    },
  };
}

function SkippedRow({ skipped }: { readonly skipped: SkippedCopy }) {
  const t = useTranslations("copy.skipped");
  const notation = useNotation();
  const moment = useMoment();
  const lots = (text: string) => writeDecimal(text, notation);
  return (
    <div className={styles.row}>
      <p className={styles.head}>
        <bdi className={styles.market}>{skipped.market}</bdi>
        <span>
          {t(`kinds.${skipped.kind}`)} · <SideWord side={skipped.side} />
        </span>
        <time className={styles.time}>{moment(skipped.at)}</time>
      </p>
      <p>{skipped.reason}</p>
      <dl className={styles.figures}>
        <div>
          <dt>{t("leaderLots")}</dt>
          <dd>{lots(skipped.leaderLots)}</dd>
        </div>
        {skipped.wantedLots !== null && (
          <div>
            <dt>{t("wantedLots")}</dt>
            <dd>{lots(skipped.wantedLots)}</dd>
          </div>
        )}
        <div>
          <dt>{t("lotsMin")}</dt>
          <dd>{lots(skipped.lotsMin)}</dd>
        </div>
      </dl>
    </div>
  );
}

export function SkippedCopies({ follow }: { readonly follow: Follow }) {
  const t = useTranslations("copy");
  const pages = usePages<SkippedCopy>((page) => requestRows(follow.id, page), follow.id);
  const { refresh } = pages;
  useCopyNews(() => void refresh());
  return (
    <PageBody
      pages={pages}
      label={t("views.skipped")}
      nothing={<p className={styles.none}>{t("none.skipped")}</p>}
    >
      {(skipped) => <SkippedRow skipped={skipped} />}
    </PageBody>
  );
}
