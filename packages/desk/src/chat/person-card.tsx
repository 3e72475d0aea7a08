// What is known of the person who asks, and the ways to more: the own page, the orders. Of a
// visitor there is nothing to know.

import { languageOf } from "@truetick/contract";
import type { SupportCase } from "@truetick/contract/support";
import { Tag, useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { Link } from "../app/link.tsx";
import { writeMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { writeUsd } from "../frame/amounts.ts";
import { Card, Line, Lines } from "../frame/detail.tsx";
import styles from "./conversation-pane.module.css";

export function PersonCard({ shown }: { readonly shown: SupportCase }) {
  const t = useTranslations("chat.person");
  const may = useMay();
  const notation = useNotation();
  const { person, userId } = shown;
  return (
    <Card title={t("title")}>
      {person === null || userId === null ? (
        <p className={styles.unknown}>{t("visitor")}</p>
      ) : (
        <>
          <div className={styles.tags}>
            <Tag tone={shown.isDemo ? "neutral" : "ok"}>{shown.isDemo ? t("demo") : t("real")}</Tag>
            {!shown.isDemo && (
              <Tag tone={person.isCertified ? "ok" : "neutral"}>
                {person.isCertified ? t("certified") : t("uncertified")}
              </Tag>
            )}
            {person.frozenUntil !== null && <Tag tone="warn">{t("frozen")}</Tag>}
          </div>
          <Lines>
            <Line name={t("uid")}>
              {may("users.read") ? (
                <Link to={pathTo("users", userId)}>{shown.uid}</Link>
              ) : (
                shown.uid
              )}
            </Line>
            <Line name={t("balance")} isStrong>
              {writeUsd(person.cash, notation)}
            </Line>
            <Line name={t("orders")}>
              {may("orders.read") ? (
                <Link to={pathTo("orders", null, { user: shown.uid })}>{person.openOrders}</Link>
              ) : (
                person.openOrders
              )}
            </Line>
            <Line name={t("area")}>{person.area || "–"}</Line>
            <Line name={t("since")}>{writeMoment(person.since)}</Line>
          </Lines>
        </>
      )}
      <Lines>
        <Line name={t("language")}>{languageOf(shown.language).name}</Line>
        <Line name={t("number")}>{`#${shown.id}`}</Line>
      </Lines>
    </Card>
  );
}
