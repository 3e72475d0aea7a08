// The list of what editors have written, with its state and languages, beside the one that is being
// written. News and announcements are this with their own kind.

import { LANGUAGE_IDS, languageOf } from "@truetick/contract";
import {
  ARTICLE_STATES,
  type ArticleRow,
  requestArticles,
  requestCreateArticle,
  type WrittenKind,
} from "@truetick/contract/desk";
import { Button, Tag } from "@truetick/ui";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk, useMay } from "../app/desk.ts";
import { writeMoment } from "../app/moment.ts";
import { useFailureText } from "../app/use-failure.ts";
import { usePages } from "../app/use-pages.ts";
import { NothingChosen } from "../frame/detail.tsx";
import { Picker } from "../frame/picker.tsx";
import { Queue } from "../frame/queue.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { ArticleDetail } from "./article-detail.tsx";
import { STATE_TONES } from "./article-state.ts";
import styles from "./articles.module.css";

const ALL = "all";

function ArticleLine({ row }: { readonly row: ArticleRow }) {
  const t = useTranslations("articles");
  const { kind, title, languages, state, publishedAt, updatedAt } = row;
  const isRegion = kind === "region";
  const written = LANGUAGE_IDS.filter((id) => languages.includes(id));
  return (
    <>
      <div className={styles.rowTop}>
        <span className={styles.rowTitle}>
          {isRegion ? t("kinds.region") : title || t("untitled")}
        </span>
        <time className={styles.rowTime}>{writeMoment(publishedAt ?? updatedAt)}</time>
      </div>
      <p className={styles.rowLine}>
        {written.length === 0 && (isRegion ? t("builtInWords") : t("noLanguage"))}
        {written.map((id) => (
          <bdi key={id}>{languageOf(id).name}</bdi>
        ))}
      </p>
      <div className={styles.rowTags}>
        {isRegion ? (
          <Tag tone="warn">{t("always")}</Tag>
        ) : (
          <Tag tone={STATE_TONES[state]}>{t(`states.${state}`)}</Tag>
        )}
      </div>
    </>
  );
}

/** Makes a draft and opens it. */
function NewButton({
  kind,
  onMade,
}: {
  readonly kind: WrittenKind;
  readonly onMade: (id: string) => void;
}) {
  const t = useTranslations("articles");
  const { server, toasts } = useDesk();
  const textOf = useFailureText();
  const [isMaking, setIsMaking] = useState(false);
  const make = async () => {
    setIsMaking(true);
    const answer = await server.write(requestCreateArticle(kind));
    setIsMaking(false);
    if (answer.isOk) onMade(answer.value);
    else {
      const title = textOf(answer.failure);
      if (title !== null) toasts.show({ tone: "failed", title });
    }
  };
  return (
    <Button
      size="dense"
      kind="primary"
      icon={Plus}
      isWorking={isMaking}
      aria-label={t(`create.${kind}`)}
      onClick={() => void make()}
    >
      {t("new")}
    </Button>
  );
}

export function ArticlesScreen({
  kind,
  place,
  chosen,
}: {
  readonly kind: WrittenKind;
  readonly place: "news" | "announcements";
  readonly chosen: string | null;
}) {
  const t = useTranslations("articles");
  const places = useTranslations("shell.places");
  const tQueue = useTranslations("queue");
  const may = useMay();
  const view = useQueueView(place);
  const state = oneOf(ARTICLE_STATES, view.filter("state"));
  const pages = usePages(
    (cursor) => requestArticles({ kind, state, cursor }),
    `${kind} ${state ?? ALL}`,
  );
  return (
    <Queue
      label={places(place)}
      queue={place}
      pages={pages}
      chosen={chosen}
      pathOf={view.pathOf}
      onOpen={view.open}
      renderRow={(row) => <ArticleLine row={row} />}
      emptyText={t(`empty.${kind}`)}
      filters={
        <div className={styles.filters}>
          <Picker
            label={tQueue("state")}
            choices={[
              { id: ALL, label: t("allStates") },
              ...ARTICLE_STATES.map((id) => ({ id, label: t(`states.${id}`) })),
            ]}
            chosen={state ?? ALL}
            onChoose={(id) => view.choose({ state: id === ALL ? "" : id })}
          />
          {may("content.write") && (
            <NewButton
              kind={kind}
              onMade={(id) => {
                pages.again();
                view.open(id);
              }}
            />
          )}
        </div>
      }
    >
      {chosen === null ? (
        <NothingChosen />
      ) : (
        <ArticleDetail
          key={chosen}
          id={chosen}
          onChanged={pages.again}
          onBack={() => view.open(null)}
        />
      )}
    </Queue>
  );
}
