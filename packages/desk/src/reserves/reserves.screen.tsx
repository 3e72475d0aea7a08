// What the house owes and what it declares to hold. A declaration is a proposal: another person
// agrees, and it is public at once beside the totals (H16). Nothing here moves money: there is no
// way to take house funds out.

import {
  type Liabilities,
  RESERVE_PLACE_LENGTH_MAX,
  RESERVES_KIND,
  type ReservePlace,
  type ReservesPayload,
  requestLiabilities,
} from "@truetick/contract/proof";
import { Button, Fact, Facts, useNotation, writeDecimal } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { writeMoment } from "../app/moment.ts";
import { useRead } from "../app/use-read.ts";
import { ActDialog, type ActField } from "../frame/act-dialog.tsx";
import { Card, DetailBody, DetailHead } from "../frame/detail.tsx";
import { useActs } from "../frame/use-acts.ts";
import { WholePage } from "../frame/whole-page.tsx";
import { usePlanEdit } from "../proposals/plan-edit.ts";
import { DataTable } from "../table/data-table.tsx";
import styles from "./reserves.module.css";
import { StatementHash } from "./statement-hash.tsx";

const HASH_LENGTH = 64;
const CURRENCY_LENGTH_MAX = 12;

/** "2026-11-15T18:30" of the field, which is UTC here, in Unix seconds. */
function momentFrom(text: string): number {
  return Math.floor(Date.parse(`${text}Z`) / 1_000);
}

/** The form of a place, or of a new one. */
function useReservesPlan(documentHash: string) {
  const t = useTranslations("reserves");
  const planEdit = usePlanEdit();
  return (held: ReservePlace | null) => {
    const fields: readonly ActField[] = [
      {
        name: "place",
        label: t("place"),
        hint: t("placeHint"),
        kind: "line",
        initial: held?.place ?? "",
        lengthMax: RESERVE_PLACE_LENGTH_MAX,
      },
      {
        name: "currency",
        label: t("currency"),
        kind: "line",
        initial: held?.currency ?? "USD",
        lengthMax: CURRENCY_LENGTH_MAX,
      },
      { name: "amount", label: t("amount"), kind: "line", initial: held?.amount ?? "" },
      { name: "usd", label: t("usd"), hint: t("usdHint"), kind: "line", isOptional: true },
      { name: "asOf", label: t("asOf"), kind: "moment" },
      {
        name: "document",
        label: t("document"),
        hint: t("documentHint"),
        kind: "line",
        initial: documentHash,
        lengthMax: HASH_LENGTH,
        isOptional: true,
      },
    ];
    return planEdit({
      kind: RESERVES_KIND,
      fields,
      payloadOf: (texts): ReservesPayload => {
        const text = (name: string) => (texts[name] ?? "").trim();
        const currency = text("currency").toUpperCase();
        return {
          place: text("place"),
          currency,
          amount: text("amount"),
          usd: text("usd") === "" && currency === "USD" ? text("amount") : text("usd"),
          as_of: momentFrom(text("asOf")),
          document: text("document").toLowerCase(),
        };
      },
    });
  };
}

function useFigures() {
  const notation = useNotation();
  return (text: string | null) => (text === null ? "–" : writeDecimal(text, notation));
}

function Heads({ liabilities }: { readonly liabilities: Liabilities }) {
  const t = useTranslations("reserves");
  const write = useFigures();
  const [newest] = liabilities.days;
  return (
    <Card title={liabilities.isSimulated ? t("playMoney") : t("now")}>
      <Facts>
        <Fact name={t("owed")}>{write(newest?.sum ?? null)}</Fact>
        <Fact name={t("declared")}>{write(liabilities.reserves)}</Fact>
        <Fact name={t("cover")}>{write(liabilities.cover)}</Fact>
        <Fact name={t("asOf")}>{writeMoment(newest?.asOf ?? 0)}</Fact>
      </Facts>
      <p className={styles.words}>{t("noWayOut")}</p>
    </Card>
  );
}

function Days({ days }: { readonly days: Liabilities["days"] }) {
  const t = useTranslations("reserves");
  const write = useFigures();
  return (
    <Card title={t("days")} isFlush>
      <DataTable
        label={t("days")}
        rows={days}
        idOf={({ asOf }) => String(asOf)}
        emptyText={t("noDays")}
        columns={[
          { name: t("asOf"), cell: ({ asOf }) => writeMoment(asOf) },
          { name: t("owed"), isFigure: true, cell: ({ sum }) => write(sum) },
          { name: t("declared"), isFigure: true, cell: ({ reserves }) => write(reserves) },
          { name: t("cover"), isFigure: true, cell: ({ cover }) => write(cover) },
          { name: t("row"), isFigure: true, cell: ({ journalSeq }) => journalSeq },
          { name: t("audit"), isFigure: true, cell: ({ auditSeq }) => auditSeq },
          { name: t("root"), isLong: true, cell: ({ root }) => <code>{root}</code> },
        ]}
      />
    </Card>
  );
}

function Places({
  places,
  onDeclare,
}: {
  readonly places: readonly ReservePlace[];
  readonly onDeclare: (held: ReservePlace | null) => void;
}) {
  const t = useTranslations("reserves");
  const write = useFigures();
  const canDeclare = useMay()("reserves.change");
  const again = (held: ReservePlace) => (
    <Button size="dense" onClick={() => onDeclare(held)}>
      {t("again")}
    </Button>
  );
  const add = canDeclare && (
    <Button size="dense" onClick={() => onDeclare(null)}>
      {t("declare")}
    </Button>
  );
  return (
    <Card title={t("places")} aside={add} isFlush>
      <DataTable
        label={t("places")}
        rows={places}
        idOf={({ place }) => place}
        emptyText={t("noPlaces")}
        columns={[
          { name: t("place"), isLong: true, cell: ({ place }) => place },
          {
            name: t("amount"),
            isFigure: true,
            cell: ({ amount, currency }) => `${write(amount)} ${currency}`,
          },
          { name: t("usd"), isFigure: true, cell: ({ usd }) => write(usd) },
          { name: t("asOf"), cell: ({ asOf }) => writeMoment(asOf) },
          { name: t("declaredAt"), cell: ({ declaredAt }) => writeMoment(declaredAt) },
          {
            name: t("document"),
            isLong: true,
            cell: ({ documentHash }) => (documentHash ? <code>{documentHash}</code> : "–"),
          },
          ...(canDeclare ? [{ name: t("again"), cell: again }] : []),
        ]}
      />
    </Card>
  );
}

export function ReservesScreen() {
  const t = useTranslations("reserves");
  const names = useTranslations("shell.places");
  const [documentHash, setDocumentHash] = useState("");
  const planOf = useReservesPlan(documentHash);
  const reading = useRead(() => requestLiabilities(), "reserves");
  const { act, begin, close } = useActs(reading.again);
  return (
    <WholePage reading={reading} onBack={null}>
      {(liabilities) => (
        <DetailBody>
          <DetailHead line={t("line")}>
            <b>{names("reserves")}</b>
          </DetailHead>
          <Heads liabilities={liabilities} />
          <Places places={liabilities.places} onDeclare={(held) => begin(planOf(held))} />
          <StatementHash onHash={setDocumentHash} />
          <Days days={liabilities.days} />
          <ActDialog act={act} onClose={close} />
        </DetailBody>
      )}
    </WholePage>
  );
}
