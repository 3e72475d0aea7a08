// What is known about a withdrawal, card by card.

import { payoutFieldOf } from "@truetick/contract/cashier";
import type { WithdrawalCase } from "@truetick/contract/desk";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { writeMoment, writeSpan } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { writeAmount, writeReceived, writeUnits, writeUsd } from "../frame/amounts.ts";
import { type Check, Checks } from "../frame/checks.tsx";
import { Card, Line, Lines } from "../frame/detail.tsx";
import { DataTable } from "../table/data-table.tsx";
import { checksOf } from "./withdrawal-state.ts";

/** Whole: whoever pays needs it, and whoever approves approves exactly this. */
export function Destination({ shown }: { readonly shown: WithdrawalCase }) {
  const t = useTranslations("withdrawals");
  const nameOf = useFieldName();
  return (
    <Card title={t("destination")} aside={t("bound", { time: writeMoment(shown.methodBoundAt) })}>
      <Lines>
        {shown.destination.map(({ field, value }) => (
          <Line key={field} name={nameOf(field)} isLong={shown.channel === "coin"}>
            {value}
          </Line>
        ))}
      </Lines>
      {shown.channel === "coin" && <MoneyLines shown={shown} />}
    </Card>
  );
}

/** The names of a payout method's fields, as its form calls them. */
function useFieldName(): (field: string) => string {
  const t = useTranslations("withdrawals.fields");
  return (field) => {
    const name = payoutFieldOf(field);
    return name === null ? field : t(name);
  };
}

export function WithdrawalChecks({ shown }: { readonly shown: WithdrawalCase }) {
  const t = useTranslations("withdrawals");
  const notation = useNotation();
  const figures: Record<ReturnType<typeof checksOf>[number]["key"], string> = {
    name: shown.certifiedName,
    known: "",
    age: t("old", { span: writeSpan(shown.createdAt - shown.methodBoundAt) }),
    covered: writeUsd(shown.depositedTotal, notation),
    card: "",
    free: shown.freezeReason,
  };
  const checks: readonly Check[] = checksOf(shown).map(({ key, isGood }) => ({
    key,
    isGood,
    text: t(`checks.${key}.${isGood ? "good" : "bad"}`),
    figure: figures[key],
  }));
  return (
    <Card title={t("checksTitle")}>
      <Checks checks={checks} />
    </Card>
  );
}

function MoneyLines({ shown }: { readonly shown: WithdrawalCase }) {
  const t = useTranslations("withdrawals");
  const notation = useNotation();
  const { provider, reference, payoutKey } = shown;
  return (
    <Lines>
      <Line name={t("member")}>
        <Link to={pathTo("users", shown.userId)}>{shown.uid}</Link>
      </Line>
      <Line name={t("asked")}>{writeUsd(shown.amount, notation)} USD</Line>
      <Line name={t("fee")}>−{writeUsd(shown.fee, notation)} USD</Line>
      <Line name={t("rate")}>
        {t("rateText", { units: writeUnits(shown.rate, notation), code: shown.currencyCode })}
      </Line>
      <Line name={t("receives")} isStrong>
        {writeReceived(shown, notation)}
      </Line>
      {provider !== "" && (
        <Line name={t("provider")}>{provider === "manual" ? t("manual") : provider}</Line>
      )}
      {reference !== "" && (
        <Line name={t("reference")} isLong>
          {reference}
        </Line>
      )}
      {payoutKey !== "" && (
        <Line name={t("payoutKey")} isLong>
          {payoutKey}
        </Line>
      )}
    </Lines>
  );
}

/** Banks have many lines: the money stands apart from them. */
export function Money({ shown }: { readonly shown: WithdrawalCase }) {
  const t = useTranslations("withdrawals");
  return (
    <Card title={t("money")}>
      <MoneyLines shown={shown} />
    </Card>
  );
}

/** The member's card payments that were refunded or are disputed: that money may be gone. */
export function ReversedDeposits({ shown }: { readonly shown: WithdrawalCase }) {
  const t = useTranslations("withdrawals");
  const notation = useNotation();
  return (
    <Card title={t("reversed.title")} isFlush>
      <DataTable
        label={t("reversed.title")}
        rows={shown.reversedDeposits}
        idOf={({ depositId }) => depositId}
        linkOf={({ depositId }) => pathTo("deposits", depositId)}
        emptyText=""
        columns={[
          { name: t("reversed.deposit"), cell: ({ depositId }) => t("number", { id: depositId }) },
          { name: t("reversed.what"), cell: ({ kind }) => t(`reversed.kinds.${kind}`) },
          { name: t("reversed.at"), cell: ({ at }) => writeMoment(at) },
          {
            name: t("reversed.amount"),
            isFigure: true,
            cell: ({ amount, currencyCode }) =>
              amount === null ? "–" : `${writeAmount(amount, true, notation)} ${currencyCode}`,
          },
        ]}
      />
    </Card>
  );
}

/** The other withdrawals of the same member. */
export function WithdrawalHistory({ shown }: { readonly shown: WithdrawalCase }) {
  const t = useTranslations("withdrawals");
  const notation = useNotation();
  const title = t("history", { uid: shown.uid });
  return (
    <Card title={title} isFlush>
      <DataTable
        label={title}
        rows={shown.history}
        idOf={({ id }) => id}
        linkOf={({ id }) => pathTo("withdrawals", id)}
        emptyText={t("noHistory")}
        columns={[
          { name: t("numberName"), cell: ({ id }) => t("number", { id }) },
          { name: t("askedAt"), cell: ({ createdAt }) => writeMoment(createdAt) },
          { name: t("state"), cell: ({ status }) => t(`states.${status}`) },
          {
            name: t("sameDestination"),
            cell: ({ isSameDestination }) => (isSameDestination ? t("same") : t("other")),
          },
          {
            name: t("amountUsd"),
            isFigure: true,
            cell: ({ amount }) => writeUsd(amount, notation),
          },
        ]}
      />
    </Card>
  );
}
