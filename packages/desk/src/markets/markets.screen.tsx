// Markets: how each stands now and under which terms. One is opened with every parameter, its
// sources, what is open in it, and every version of its terms.

import { type DeskMarket, requestDeskMarkets } from "@truetick/contract/desk";
import { SearchField, Tag, useNotation, writeDecimal } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ScreenProps } from "../app/routes.tsx";
import { useRead } from "../app/use-read.ts";
import { Card, DetailBody, DetailHead } from "../frame/detail.tsx";
import { useQueueView } from "../frame/use-queue.ts";
import { WholePage } from "../frame/whole-page.tsx";
import { DataTable } from "../table/data-table.tsx";
import { CategoryOrder } from "./category-order.tsx";
import { MarketDetail } from "./market-detail.tsx";
import { NoNewRisk } from "./no-new-risk.tsx";

const TONES = {
  open: "ok",
  closed: "neutral",
  halted: "danger",
  delisted: "neutral",
  "closing-only": "warn",
  "closed-closing-only": "warn",
} as const;

export function MarketState({ market }: { readonly market: DeskMarket }) {
  const t = useTranslations("markets");
  return (
    <>
      <Tag tone={TONES[market.session]}>{t(`sessions.${market.session}`)}</Tag>{" "}
      {market.isStale && <Tag tone="warn">{t("stale")}</Tag>}
    </>
  );
}

function isMatch({ code, displayCode, name }: DeskMarket, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [code, displayCode, name].some((text) => text.toLowerCase().includes(wanted));
}

function MarketTable({ markets }: { readonly markets: readonly DeskMarket[] }) {
  const t = useTranslations("markets");
  const view = useQueueView("markets");
  const notation = useNotation();
  return (
    <DataTable
      label={t("list")}
      rows={markets}
      idOf={({ id }) => id}
      linkOf={({ id }) => view.pathOf(id)}
      emptyText={t("empty")}
      columns={[
        { name: t("market"), cell: ({ displayCode }) => displayCode },
        { name: t("name"), isLong: true, cell: ({ name }) => name },
        { name: t("state"), cell: (market) => <MarketState market={market} /> },
        { name: t("bid"), isFigure: true, cell: ({ bid }) => bid || "–" },
        { name: t("ask"), isFigure: true, cell: ({ ask }) => ask || "–" },
        { name: t("leverage"), isFigure: true, cell: ({ leverageMax }) => `1:${leverageMax}` },
        { name: t("fee"), isFigure: true, cell: (row) => writeDecimal(row.feeRate, notation) },
        { name: t("markup"), isFigure: true, cell: ({ markupPoints }) => markupPoints },
        { name: t("version"), isFigure: true, cell: ({ version }) => version },
      ]}
    />
  );
}

function MarketList() {
  const t = useTranslations("markets");
  const places = useTranslations("shell.places");
  const queue = useTranslations("queue");
  const [search, setSearch] = useState("");
  const reading = useRead(requestDeskMarkets, "markets");
  return (
    <WholePage reading={reading} onBack={null}>
      {(markets) => (
        <DetailBody>
          <DetailHead
            line={t("line")}
            tag={
              <>
                <CategoryOrder markets={markets} />
                <NoNewRisk markets={markets} onChanged={reading.again} />
              </>
            }
          >
            {places("markets")}
          </DetailHead>
          <SearchField
            text={search}
            label={t("search")}
            clearLabel={queue("clear")}
            shortcut="/"
            onText={setSearch}
          />
          <Card title={t("list")} isFlush>
            <MarketTable markets={markets.filter((market) => isMatch(market, search))} />
          </Card>
        </DetailBody>
      )}
    </WholePage>
  );
}

export function MarketsScreen({ chosen }: ScreenProps) {
  return chosen === null ? <MarketList /> : <MarketDetail id={chosen} />;
}
