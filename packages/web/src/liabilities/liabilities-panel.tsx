// What the house owes and what covers it, for everybody: the newest total beside the declared
// reserves, where those are, the totals before, what all of it proves and what it cannot; and for
// a member the own leaf. A part of the public page.

import {
  type Liabilities,
  type LiabilityDay,
  type ReservePlace,
  requestLiabilities,
} from "@truetick/contract/proof";
import { Button, Fact, Facts, Note, useNotation, writeDecimal } from "@truetick/ui";
import FlaskConical from "lucide-react/icons/flask-conical";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useMoment } from "../app/use-moment.ts";
import { useRead } from "../app/use-read.ts";
import { percentText } from "../ranking/percent-text.ts";
import styles from "./liabilities.module.css";
import { OwnLeaf } from "./own-leaf.tsx";

function Cover({ ratio }: { readonly ratio: string | null }) {
  const notation = useNotation();
  if (ratio === null) return "–";
  return <bdi dir="ltr">{`${writeDecimal(percentText(ratio, 2), notation)}%`}</bdi>;
}

function Heads({ liabilities }: { readonly liabilities: Liabilities }) {
  const t = useTranslations("liabilities");
  const moment = useMoment();
  const [newest] = liabilities.days;
  if (!newest) return <p className={styles.quiet}>{t("none")}</p>;
  return (
    <>
      <dl className={styles.heads}>
        <div>
          <dt>{t("owed")}</dt>
          <dd>
            <MoneyText text={newest.sum} /> <small>USD</small>
          </dd>
        </div>
        <div>
          <dt>{t("reserves")}</dt>
          <dd>
            {liabilities.reserves === null ? (
              <span className={styles.absent}>{t("noReserves")}</span>
            ) : (
              <>
                <MoneyText text={liabilities.reserves} /> <small>USD</small>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t("cover")}</dt>
          <dd>
            <Cover ratio={liabilities.cover} />
          </dd>
        </div>
      </dl>
      <p className={styles.quiet}>{t("asOf", { time: moment(newest.asOf) })}</p>
    </>
  );
}

function Places({ places }: { readonly places: readonly ReservePlace[] }) {
  const t = useTranslations("liabilities");
  const moment = useMoment();
  const notation = useNotation();
  if (places.length === 0) return null;
  return (
    <section aria-label={t("places")} className={styles.part}>
      <h3 className={styles.partTitle}>{t("places")}</h3>
      {places.map(({ place, currency, amount, usd, asOf, documentHash }) => (
        <article key={place} className={styles.place}>
          <h4 dir="auto">{place}</h4>
          <Facts>
            <Fact name={t("asOf", { time: moment(asOf) })}>
              {`${writeDecimal(amount, notation)} ${currency}`}
            </Fact>
            {currency !== "USD" && (
              <Fact name="USD">
                <MoneyText text={usd} />
              </Fact>
            )}
            {documentHash !== "" && (
              <Fact name={t("document")}>
                <code className={styles.hash}>{documentHash}</code>
              </Fact>
            )}
          </Facts>
        </article>
      ))}
    </section>
  );
}

/** Pages of older ones behind the first. */
function useOlder(first: Liabilities) {
  const { server } = useApp();
  const [older, setOlder] = useState<readonly LiabilityDay[]>([]);
  const [page, setPage] = useState(1);
  const [isBusy, setIsBusy] = useState(false);
  const days = [...first.days, ...older];
  const load = async () => {
    setIsBusy(true);
    const answer = await server.read(requestLiabilities(page + 1));
    setIsBusy(false);
    if (!answer.isOk) return;
    const known = new Set(days.map(({ asOf }) => asOf));
    setOlder([...older, ...answer.value.days.filter(({ asOf }) => !known.has(asOf))]);
    setPage(page + 1);
  };
  return { days, hasMore: days.length < first.total, isBusy, load };
}

function Days({ liabilities }: { readonly liabilities: Liabilities }) {
  const t = useTranslations("liabilities");
  const moment = useMoment();
  const { days, hasMore, isBusy, load } = useOlder(liabilities);
  if (days.length === 0) return null;
  return (
    <section aria-label={t("days")} className={styles.part}>
      <h3 className={styles.partTitle}>{t("days")}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div className={styles.scroller} tabIndex={0} data-scrolls-sideways="">
        <table className={styles.days}>
          <thead>
            <tr>
              <th scope="col">{t("moment")}</th>
              <th scope="col">{t("owed")}</th>
              <th scope="col">{t("reserves")}</th>
              <th scope="col">{t("cover")}</th>
              <th scope="col">{t("root")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.asOf}>
                <td>{moment(day.asOf)}</td>
                <td>
                  <MoneyText text={day.sum} />
                </td>
                <td>{day.reserves === null ? "–" : <MoneyText text={day.reserves} />}</td>
                <td>
                  <Cover ratio={day.cover} />
                </td>
                <td>
                  <code className={styles.hash}>{day.root}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasMore && (
        <Button isWorking={isBusy} onClick={() => void load()}>
          {t("older")}
        </Button>
      )}
    </section>
  );
}

export function LiabilitiesPanel() {
  const t = useTranslations("liabilities");
  const reading = useRead(() => requestLiabilities());
  return (
    <>
      <Section title={t("title")} text={t("lead")}>
        <ReadBody reading={reading}>
          {(liabilities) => (
            <div className={styles.panel}>
              {liabilities.isSimulated && (
                <Note tone="warn" icon={FlaskConical}>
                  {t("playMoney")}
                </Note>
              )}
              <Heads liabilities={liabilities} />
              <Places places={liabilities.places} />
              <Days liabilities={liabilities} />
              <p className={styles.words}>{t("proves")}</p>
              <p className={styles.words}>{t("provesNot")}</p>
            </div>
          )}
        </ReadBody>
      </Section>
      <OwnLeaf />
    </>
  );
}
