// One market: what stands, where its prices come from, what is open, what it was before; and the
// three changes there are: new terms, announced, a halt, and closing only, all decided by somebody
// else. Nothing here can set a price (H01).

import {
  type DeskMarketFile,
  HALT_REASON_LENGTH_MAX,
  type MarketHaltProposal,
  type MarketProposal,
  requestDeskMarket,
} from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { writeExactMoment } from "../app/moment.ts";
import { useRead } from "../app/use-read.ts";
import { ActButton } from "../frame/act-button.tsx";
import { ActDialog } from "../frame/act-dialog.tsx";
import { ActionBar, Columns, DetailBody, DetailHead } from "../frame/detail.tsx";
import { useActs } from "../frame/use-acts.ts";
import { useQueueView } from "../frame/use-queue.ts";
import { WholePage } from "../frame/whole-page.tsx";
import { usePlanEdit } from "../proposals/plan-edit.ts";
import { changedTerms, TERM_FIELDS } from "./changed-terms.ts";
import {
  ContractCard,
  HaltsCard,
  InterestCard,
  SourcesCard,
  TermsCard,
  VersionsCard,
} from "./market-cards.tsx";
import { MarketState } from "./markets.screen.tsx";
import { usePlanClosingOnly } from "./no-new-risk.tsx";

function MarketActs({
  market,
  onChanged,
}: {
  readonly market: DeskMarketFile;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("markets");
  const may = useMay();
  const planEdit = usePlanEdit();
  const planClosingOnly = usePlanClosingOnly();
  const { act, begin, close } = useActs(onChanged);
  if (!may("markets.change")) return null;
  const isHalted = market.haltReason !== null;
  const change = planEdit({
    kind: "market",
    fields: TERM_FIELDS.map((name) => ({
      name,
      label: t(`terms.${name}`),
      kind: "line",
      initial: market.terms[name],
      isOptional: true,
    })),
    payloadOf: (texts): MarketProposal => ({
      market_id: market.id,
      changes: changedTerms(market.terms, texts),
    }),
  });
  const halt = planEdit({
    kind: "market_halt",
    fields: [
      {
        name: "reason",
        label: t("haltReason"),
        hint: t("haltHint"),
        kind: "lines",
        lengthMax: HALT_REASON_LENGTH_MAX,
      },
    ],
    payloadOf: ({ reason = "" }): MarketHaltProposal => ({
      market_id: market.id,
      is_halted: !isHalted,
      reason,
    }),
  });
  const isClosingOnly = market.closingOnlyReason !== null;
  const closingOnly = planClosingOnly({ marketId: market.id, isClosingOnly: !isClosingOnly });
  return (
    <ActionBar note={t("actsNote")}>
      <ActButton kind="primary" label={t("propose")} onClick={() => begin(change)} />
      <ActButton
        label={isHalted ? t("letGo") : t("halt")}
        isDanger={!isHalted}
        onClick={() => begin(halt)}
      />
      <ActButton
        label={isClosingOnly ? t("allowRisk") : t("closingOnly")}
        isDanger={!isClosingOnly}
        onClick={() => begin(closingOnly)}
      />
      <ActDialog act={act} onClose={close} />
    </ActionBar>
  );
}

export function MarketDetail({ id }: { readonly id: string }) {
  const t = useTranslations("markets");
  const view = useQueueView("markets");
  const reading = useRead(() => requestDeskMarket(id), id);
  return (
    <WholePage reading={reading} onBack={() => view.open(null)}>
      {(market) => (
        <>
          <DetailBody>
            <DetailHead
              line={`${market.name}, ${t("quoted", { time: writeExactMoment(market.quotedAt) })}`}
              tag={<MarketState market={market} />}
            >
              <b>{market.displayCode}</b>
            </DetailHead>
            <Columns>
              <TermsCard market={market} />
              <ContractCard market={market} />
            </Columns>
            <Columns>
              <SourcesCard market={market} />
              <InterestCard market={market} />
            </Columns>
            <VersionsCard versions={market.versions} />
            <HaltsCard halts={market.halts} />
          </DetailBody>
          <MarketActs market={market} onChanged={reading.again} />
        </>
      )}
    </WholePage>
  );
}
