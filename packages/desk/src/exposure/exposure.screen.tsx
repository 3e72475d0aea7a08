// What the house is exposed to, market by market, from the engine's own books; asked again every
// few seconds. Only figures: nothing here can touch a price or a position.

import { EXPOSURE_BOOKS, type MarketExposure, requestExposure } from "@truetick/contract/desk";
import { directionOf, Segment, useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { writeExactMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { useRead } from "../app/use-read.ts";
import { Card, DetailBody, DetailHead } from "../frame/detail.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { WholePage } from "../frame/whole-page.tsx";
import { DataTable } from "../table/data-table.tsx";
import styles from "./exposure.module.css";

const ASK_EVERY_MS = 2_000;

function Signed({ text }: { readonly text: string }) {
  const notation = useNotation();
  return <span className={styles[directionOf(text)]}>{writeSigned(text, notation)}</span>;
}

function MarketTable({ markets }: { readonly markets: readonly MarketExposure[] }) {
  const t = useTranslations("exposure");
  const notation = useNotation();
  return (
    <DataTable
      label={t("byMarket")}
      rows={markets}
      idOf={({ marketId }) => marketId}
      linkOf={({ marketId }) => pathTo("markets", marketId)}
      emptyText={t("empty")}
      columns={[
        { name: t("market"), cell: ({ displayCode }) => displayCode },
        { name: t("long"), isFigure: true, cell: (row) => writeDecimal(row.longLots, notation) },
        { name: t("short"), isFigure: true, cell: (row) => writeDecimal(row.shortLots, notation) },
        { name: t("net"), isFigure: true, cell: (row) => writeSigned(row.netLots, notation) },
        { name: t("margin"), isFigure: true, cell: (row) => writeDecimal(row.margin, notation) },
        { name: t("profit"), isFigure: true, cell: (row) => <Signed text={row.profit} /> },
        { name: t("positions"), isFigure: true, cell: ({ positions }) => positions },
        { name: t("accounts"), isFigure: true, cell: ({ accounts }) => accounts },
      ]}
    />
  );
}

export function ExposureScreen() {
  const t = useTranslations("exposure");
  const places = useTranslations("shell.places");
  const view = useQueueView("exposure");
  const notation = useNotation();
  const book = oneOf(EXPOSURE_BOOKS, view.filter("book")) ?? "real";
  const reading = useRead(() => requestExposure(book), book);
  const { again } = reading;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [again]);
  return (
    <WholePage reading={reading} onBack={null}>
      {(exposure) => (
        <DetailBody>
          <DetailHead
            line={t("at", { time: writeExactMoment(exposure.at) })}
            tag={
              <Segment
                label={t("book")}
                choices={EXPOSURE_BOOKS.map((id) => ({ id, label: t(`books.${id}`) }))}
                chosen={book}
                onChoose={(id) => view.choose({ book: id })}
              />
            }
          >
            <b>{places("exposure")}</b>
          </DetailHead>
          <p className={styles.sums}>
            {t("sums", {
              positions: exposure.positions,
              margin: writeDecimal(exposure.margin, notation),
              profit: writeSigned(exposure.profit, notation),
            })}
          </p>
          <Card title={t("byMarket")} isFlush>
            <MarketTable markets={exposure.markets} />
          </Card>
        </DetailBody>
      )}
    </WholePage>
  );
}
