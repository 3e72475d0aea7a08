// The cards of one market's page.

import type { DeskMarketFile, DeskMarketHalt, DeskMarketVersion } from "@truetick/contract/desk";
import { Tag, useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { writeExactMoment } from "../app/moment.ts";
import { Card, Line, Lines } from "../frame/detail.tsx";
import { inWords } from "../proposals/use-kind-name.ts";
import { DataTable } from "../table/data-table.tsx";
import { TERM_FIELDS } from "./changed-terms.ts";

type MarketProps = { readonly market: DeskMarketFile };

export function TermsCard({ market }: MarketProps) {
  const t = useTranslations("markets");
  return (
    <Card title={t("termsTitle", { version: market.version })}>
      <Lines>
        {TERM_FIELDS.map((name) => (
          <Line key={name} name={t(`terms.${name}`)}>
            {market.terms[name] || "–"}
          </Line>
        ))}
        <Line name={t("leverageCap")}>{`1:${market.leverageCap}`}</Line>
      </Lines>
    </Card>
  );
}

export function ContractCard({ market: { contract, opensAt } }: MarketProps) {
  const t = useTranslations("markets");
  return (
    <Card title={t("contract")}>
      <Lines>
        <Line name={t("base")}>{contract.baseCurrency || "–"}</Line>
        <Line name={t("quote")}>{contract.quoteCurrency}</Line>
        <Line name={t("precision")}>{contract.pricePrecision}</Line>
        <Line name={t("units")}>{contract.unitsPerLot}</Line>
        <Line name={t("dayCut")}>{contract.dayCut}</Line>
        {opensAt !== null && <Line name={t("opens")}>{writeExactMoment(opensAt)}</Line>}
      </Lines>
    </Card>
  );
}

export function SourcesCard({ market }: MarketProps) {
  const t = useTranslations("markets");
  return (
    <Card title={t("sources", { rule: t(`rules.${market.rule}`), quorum: market.quorum })} isFlush>
      <DataTable
        label={t("sourcesLabel")}
        rows={market.sources}
        idOf={({ name }) => name}
        emptyText={t("noSources")}
        columns={[
          { name: t("source"), cell: ({ name, instrument }) => `${name} ${instrument}` },
          {
            name: t("state"),
            cell: ({ isSilent }) => (
              <Tag tone={isSilent ? "warn" : "ok"}>{isSilent ? t("silent") : t("speaking")}</Tag>
            ),
          },
          { name: t("ticks"), isFigure: true, cell: ({ ticks }) => ticks },
          {
            name: t("refused"),
            isLong: true,
            cell: ({ refused }) =>
              refused.map(({ reason, count }) => `${inWords(reason)} ${count}`).join(", ") || "0",
          },
        ]}
      />
    </Card>
  );
}

export function InterestCard({ market: { openInterest } }: MarketProps) {
  const t = useTranslations("markets");
  const exposure = useTranslations("exposure");
  const notation = useNotation();
  return (
    <Card title={t("interest")}>
      {openInterest === null ? (
        <p>{t("noInterest")}</p>
      ) : (
        <Lines>
          <Line name={exposure("long")}>{writeDecimal(openInterest.longLots, notation)}</Line>
          <Line name={exposure("short")}>{writeDecimal(openInterest.shortLots, notation)}</Line>
          <Line name={exposure("net")}>{writeSigned(openInterest.netLots, notation)}</Line>
          <Line name={exposure("margin")}>{writeDecimal(openInterest.margin, notation)}</Line>
          <Line name={exposure("profit")}>{writeSigned(openInterest.profit, notation)}</Line>
          <Line name={exposure("accounts")}>{openInterest.accounts}</Line>
        </Lines>
      )}
    </Card>
  );
}

export function VersionsCard({ versions }: { readonly versions: readonly DeskMarketVersion[] }) {
  const t = useTranslations("markets");
  return (
    <Card title={t("versions")} isFlush>
      <DataTable
        label={t("versions")}
        rows={versions}
        idOf={({ version }) => String(version)}
        emptyText={t("noVersions")}
        columns={[
          { name: t("version"), isFigure: true, cell: ({ version }) => version },
          { name: t("time"), cell: ({ at }) => writeExactMoment(at) },
          {
            name: t("changed"),
            isLong: true,
            cell: ({ fields }) =>
              fields
                .map(({ field, from, to }) => `${inWords(field)}: ${from || "–"} → ${to || "–"}`)
                .join("; ") || t("firstVersion"),
          },
        ]}
      />
    </Card>
  );
}

export function HaltsCard({ halts }: { readonly halts: readonly DeskMarketHalt[] }) {
  const t = useTranslations("markets");
  if (halts.length === 0) return null;
  return (
    <Card title={t("halts")} isFlush>
      <DataTable
        label={t("halts")}
        rows={halts}
        idOf={({ kind, at, isHalted }) => `${kind}/${at}/${isHalted}`}
        emptyText=""
        columns={[
          { name: t("time"), cell: ({ at }) => writeExactMoment(at) },
          {
            name: t("state"),
            cell: ({ kind, isHalted }) => t(`ordered.${kind}.${isHalted ? "on" : "off"}`),
          },
          { name: t("by"), cell: ({ orderedBy }) => orderedBy },
          { name: t("reason"), isLong: true, cell: ({ reason }) => reason },
        ]}
      />
    </Card>
  );
}
