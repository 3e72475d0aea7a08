// The body of the ranking in whichever state it is: grey rows, what went wrong, nobody found,
// nobody listed, or the traders: cards on phones; three large cards and a table on desktops.

import { Button, buttonClass, EmptyState } from "@truetick/ui";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import SearchX from "lucide-react/icons/search-x";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { ExpectedRows } from "../app/list-states.tsx";
import { PageBody } from "../app/page-body.tsx";
import { hasMore } from "../app/page-list.ts";
import { useMedia, WORKSPACE } from "../app/use-media.ts";
import { LeadingCards } from "./leading-cards.tsx";
import { LEAD_PATH } from "./rank-choice.ts";
import { RankedCard } from "./ranked-card.tsx";
import styles from "./ranked-list.module.css";
import { RankedTable } from "./ranked-table.tsx";
import type { Ranking } from "./use-ranking.ts";

const ROWS_EXPECTED = 6;
const LEADING = 3;

function NobodyListed() {
  const t = useTranslations("ranking");
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={t("emptyTitle")}
      text={t("emptyText")}
      actions={
        <>
          <Link to="/" className={buttonClass("primary", "touch")}>
            {t("action")}
          </Link>
          <Link to={LEAD_PATH} className={buttonClass("outline", "touch")}>
            {t("beListed")}
          </Link>
        </>
      }
    />
  );
}

function NobodyFound({ ranking }: { readonly ranking: Ranking }) {
  const t = useTranslations("ranking");
  return (
    <EmptyState
      icon={SearchX}
      title={t("noMatch", { search: ranking.choice.search })}
      text={t("noMatchText")}
      actions={
        <Button size="touch" onClick={() => ranking.setTyped("")}>
          {t("showAll")}
        </Button>
      }
    />
  );
}

function Wide({ ranking }: { readonly ranking: Ranking }) {
  const t = useTranslations("ranking");
  const words = useTranslations("words");
  const { pages, choice, choose } = ranking;
  const { rows } = pages.list;
  const areLeading = choice.search === "" && rows.length > LEADING;
  const leading = areLeading ? rows.slice(0, LEADING) : [];
  return (
    <>
      {areLeading && <LeadingCards traders={leading} />}
      <RankedTable
        traders={rows.slice(leading.length)}
        label={t("title")}
        sort={choice.sort}
        onSort={choose}
      />
      {hasMore(pages.list) && (
        <Button className={styles.more} isWorking={pages.isLoadingMore} onClick={pages.loadMore}>
          {words("more")}
        </Button>
      )}
    </>
  );
}

export function RankedList({ ranking }: { readonly ranking: Ranking }) {
  const t = useTranslations("ranking");
  const isRoomy = useMedia(WORKSPACE);
  const { pages, choice } = ranking;
  const { list } = pages;
  if (isRoomy && list.phase === "ready" && list.rows.length > 0) return <Wide ranking={ranking} />;
  return (
    <PageBody
      pages={pages}
      label={t("title")}
      waiting={
        <ExpectedRows
          count={ROWS_EXPECTED}
          className={styles.waiting}
          rowClassName={styles.expected}
        />
      }
      nothing={choice.search === "" ? <NobodyListed /> : <NobodyFound ranking={ranking} />}
    >
      {(trader) => <RankedCard trader={trader} />}
    </PageBody>
  );
}
