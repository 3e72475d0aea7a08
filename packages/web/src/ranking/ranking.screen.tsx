// The ranking of traders at /rank, from their own orders and the worth of their accounts: ordered
// by what the reader chooses, searched by alias. Says whose records these are and how they are
// made.

import { Button, buttonClass, ChipRow, iconButtonClass, Note, SearchField } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Info from "lucide-react/icons/info";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { PullScroller } from "../app/pull-scroller.tsx";
import { ScreenHeader } from "../app/screen-header.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMedia, WIDE } from "../app/use-media.ts";
import { OwnCopyingFrame, useOwnCopying } from "../copy/own-copying.tsx";
import { LEAD_PATH, SORTS } from "./rank-choice.ts";
import { RankedList } from "./ranked-list.tsx";
import styles from "./ranking.screen.module.css";
import { RankingRulesSheet } from "./ranking-rules.tsx";
import { type Ranking, useRanking } from "./use-ranking.ts";

function Controls({ ranking }: { readonly ranking: Ranking }) {
  const t = useTranslations("ranking");
  const columns = useTranslations("ranking.columns");
  const quotes = useTranslations("quotes");
  const { choice, typed, setTyped, choose } = ranking;
  return (
    <div className={styles.controls}>
      <SearchField
        text={typed}
        label={t("search")}
        clearLabel={quotes("clearSearch")}
        lengthMax={24}
        className={styles.search}
        onText={setTyped}
      />
      <ChipRow
        chips={SORTS.map((sort) => ({ id: sort, label: columns(sort) }))}
        chosen={choice.sort}
        label={t("sortBy")}
        className={styles.sorts}
        onChoose={(id) => {
          const sort = SORTS.find((each) => each === id);
          if (sort) choose(sort);
        }}
      />
    </div>
  );
}

function RankingBody() {
  const { live } = useApp();
  const t = useTranslations("ranking");
  const { ownAlias } = useOwnCopying();
  const listing = ownAlias === null ? t("beListed") : t("listing.joined", { name: ownAlias });
  const tellFailure = useTellFailure();
  const isWide = useMedia(WIDE);
  const isSimulated = useStore(live.isSimulated);
  const [isExplained, setIsExplained] = useState(false);
  const ranking = useRanking();
  const { pages, choice } = ranking;
  const isEmpty = pages.list.phase === "ready" && pages.list.rows.length === 0;
  const refresh = async () => {
    const failure = await pages.refresh();
    if (failure && pages.list.phase === "ready") tellFailure(failure);
  };
  return (
    <>
      <ScreenHeader title={t("title")}>
        <Link
          to={LEAD_PATH}
          className={iconButtonClass("finger")}
          aria-label={listing}
          title={listing}
        >
          <UserRoundPlus size={20} strokeWidth={1.75} />
        </Link>
      </ScreenHeader>
      <PullScroller name="ranking" className={styles.scroller} refresh={refresh}>
        <div className={styles.column}>
          {isWide && (
            <div className={styles.head}>
              {/* The screen's own heading is in its header, for screen readers. */}
              <p className={styles.title} aria-hidden="true">
                {t("title")}
              </p>
              <Link to={LEAD_PATH} className={buttonClass("outline", "regular")}>
                {listing}
              </Link>
            </div>
          )}
          {(!isEmpty || choice.search !== "") && (
            <>
              <p className={styles.lead}>{isSimulated ? t("leadSandbox") : t("lead")}</p>
              <Controls ranking={ranking} />
            </>
          )}
          <RankedList ranking={ranking} />
          {!isEmpty && (
            <div className={styles.note}>
              <Note tone="neutral" icon={Info}>
                {t("note")}
              </Note>
              <Button kind="ghost" onClick={() => setIsExplained(true)}>
                {t("how")}
              </Button>
            </div>
          )}
        </div>
      </PullScroller>
      <RankingRulesSheet isOpen={isExplained} onClose={() => setIsExplained(false)} />
    </>
  );
}

export function RankingScreen() {
  return (
    <OwnCopyingFrame>
      <RankingBody />
    </OwnCopyingFrame>
  );
}
