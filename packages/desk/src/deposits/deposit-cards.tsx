// What is known about a deposit, card by card.

import type { DepositCase, DepositTwin } from "@truetick/contract/desk";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { writeMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { writeDeposited, writeUnits, writeUsd } from "../frame/amounts.ts";
import { Card, Line, Lines } from "../frame/detail.tsx";
import { DataTable } from "../table/data-table.tsx";

/** The member, and where the money should have gone. */
export function HowItCame({ shown }: { readonly shown: DepositCase }) {
  const t = useTranslations("deposits");
  return (
    <Card title={t("came")}>
      <Lines>
        <Line name={t("member")}>
          <Link to={pathTo("users", shown.userId)}>{shown.uid}</Link>
        </Line>
        {shown.memberEmail !== "" && <Line name={t("email")}>{shown.memberEmail}</Line>}
        <Line name={t("since")}>
          {[writeMoment(shown.memberSince), shown.memberCountry].filter(Boolean).join(", ")}
        </Line>
        <Line name={t("kind")}>{t(`kinds.${shown.kind}`)}</Line>
        {shown.address !== "" && (
          <Line name={t("address", { network: shown.protocolCode })} isLong>
            {shown.address}
          </Line>
        )}
        {shown.bankName !== "" && <Line name={t("bank")}>{shown.bankName}</Line>}
        {shown.payeeAccount !== "" && <Line name={t("account")}>{shown.payeeAccount}</Line>}
        {shown.bankRemark !== "" && <Line name={t("bankRemark")}>{shown.bankRemark}</Line>}
        {shown.note !== "" && (
          <Line name={t("note")} isLong>
            {shown.note}
          </Line>
        )}
      </Lines>
    </Card>
  );
}

/** The amounts, the price they were turned into USD by, and the row of the tape it is from. */
export function WhatItIsWorth({ shown }: { readonly shown: DepositCase }) {
  const t = useTranslations("deposits");
  const notation = useNotation();
  const { unitsPerUsd, rateMarket, rateSeq, expectedUsd, worthUsd, creditUsd } = shown;
  return (
    <Card title={t("worth")}>
      <Lines>
        <Line name={t("amount")}>{writeDeposited(shown, notation)}</Line>
        {unitsPerUsd !== null && (
          <Line name={t("rate")}>
            {t("rateText", { units: writeUnits(unitsPerUsd, notation), code: shown.currencyCode })}
          </Line>
        )}
        <Line name={t("tape")}>
          {rateMarket === null
            ? t("fixed")
            : t("tapeRow", { market: rateMarket, seq: rateSeq ?? "" })}
        </Line>
        {expectedUsd !== null && (
          <Line name={t("expected")}>{writeUsd(expectedUsd, notation)} USD</Line>
        )}
        {worthUsd !== null && creditUsd === null && (
          <Line name={t("worthNow")} isStrong>
            {writeUsd(worthUsd, notation)} USD
          </Line>
        )}
        {creditUsd !== null && (
          <Line name={t("credit")} isStrong>
            {writeUsd(creditUsd, notation)} USD
          </Line>
        )}
        {shown.reference !== "" && (
          <Line name={t("reference")} isLong>
            {shown.reference}
          </Line>
        )}
        <Line name={t("total")}>{writeUsd(shown.depositedTotal, notation)} USD</Line>
      </Lines>
    </Card>
  );
}

/** Other deposits whose picture is the same, or much like it. */
export function DepositTwins({ twins }: { readonly twins: readonly DepositTwin[] }) {
  const t = useTranslations("deposits");
  return (
    <Card title={t("twins")} isFlush>
      <DataTable
        label={t("twins")}
        rows={twins}
        idOf={({ id }) => id}
        linkOf={({ id }) => pathTo("deposits", id)}
        emptyText=""
        columns={[
          { name: t("numberName"), cell: ({ id }) => t("number", { id }) },
          { name: t("member"), cell: ({ uid }) => uid },
          { name: t("state"), cell: ({ state }) => t(`states.${state}`) },
          { name: t("asked"), cell: ({ createdAt }) => writeMoment(createdAt) },
          {
            name: t("likeness"),
            cell: ({ isSamePicture }) => (isSamePicture ? t("samePicture") : t("likePicture")),
          },
        ]}
      />
    </Card>
  );
}

/** The other deposits of the same member. */
export function DepositHistory({ shown }: { readonly shown: DepositCase }) {
  const t = useTranslations("deposits");
  const notation = useNotation();
  return (
    <Card title={t("history", { uid: shown.uid })} isFlush>
      <DataTable
        label={t("history", { uid: shown.uid })}
        rows={shown.history}
        idOf={({ id }) => id}
        linkOf={({ id }) => pathTo("deposits", id)}
        emptyText={t("noHistory")}
        columns={[
          { name: t("numberName"), cell: ({ id }) => t("number", { id }) },
          { name: t("asked"), cell: ({ createdAt }) => writeMoment(createdAt) },
          { name: t("kind"), cell: ({ kind }) => t(`kinds.${kind}`) },
          { name: t("state"), cell: ({ state }) => t(`states.${state}`) },
          {
            name: t("amount"),
            isFigure: true,
            cell: (past) => writeDeposited(past, notation),
          },
        ]}
      />
    </Card>
  );
}
