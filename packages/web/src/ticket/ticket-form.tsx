// The order ticket: side, kind, size, leverage, stops, what it costs, and the one button that sends
// it. The same form in the sheet of a phone and in the panel of a desktop. A closed market can
// still be typed for; only sending waits.

import type { Side } from "@truetick/contract";
import { Segment, useNotation, writeDecimal } from "@truetick/ui";
import { StepperField, TextField } from "@truetick/ui/forms";
import type { SyntheticEvent } from "react";
import { useTranslations } from "use-intl";
import { DealTiles } from "./deal-tiles.tsx";
import type { DraftField } from "./draft.ts";
import { LeverageField } from "./leverage-field.tsx";
import { canStepDown, canStepUp, stepLots } from "./lot-steps.ts";
import { PreviewFacts } from "./preview-facts.tsx";
import { readNumber, typedForm } from "./read-number.ts";
import { StopField } from "./stop-field.tsx";
import { TicketFoot } from "./ticket-foot.tsx";
import styles from "./ticket-form.module.css";
import { useStanding } from "./use-standing.ts";
import type { Ticket } from "./use-ticket.ts";
import { useTicketErrors } from "./use-ticket-errors.ts";

type Errors = Readonly<Partial<Record<DraftField, string>>>;

function TargetField({
  ticket,
  error,
}: {
  readonly ticket: Ticket;
  readonly error: string | undefined;
}) {
  const t = useTranslations("ticket");
  const { draft, market, reading, change } = ticket;
  const notation = useNotation();
  const target = readNumber(draft.target, notation);
  const now = reading.order?.seenPrice ?? market.quote?.[draft.side === "buy" ? "ask" : "bid"];
  const isBelow = target !== null && now !== undefined && Number(target) < Number(now);
  const kind = (draft.side === "buy") === isBelow ? "limit" : "stop";
  return (
    <TextField
      label={t("target")}
      name="target"
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      value={draft.target}
      error={error}
      hint={target === null ? undefined : t(`kinds.${kind}`)}
      onValue={(text) => change({ target: text })}
    />
  );
}

function SizeFields({ ticket, errors }: { readonly ticket: Ticket; readonly errors: Errors }) {
  const t = useTranslations("ticket");
  const { draft, market, change } = ticket;
  const notation = useNotation();
  const plain = readNumber(draft.lots, notation) ?? "";
  return (
    <div className={styles.size}>
      <StepperField
        label={t("lots")}
        aside={
          <span className={styles.bound}>
            {t("least", { lots: writeDecimal(market.lotsMin, notation) })}
          </span>
        }
        name="lots"
        value={draft.lots}
        error={errors.lots}
        fewerLabel={t("fewer")}
        moreLabel={t("more")}
        canStepDown={canStepDown(plain, market)}
        canStepUp={canStepUp(plain, market)}
        onValue={(lots) => change({ lots })}
        onStep={(direction) =>
          change({ lots: typedForm(stepLots(plain, market, direction), notation) })
        }
      />
      <LeverageField
        leverages={market.leverages}
        chosen={draft.leverage}
        error={errors.leverage}
        onChoose={(leverage) => change({ leverage })}
      />
    </div>
  );
}

export function TicketForm({
  ticket,
  onSide = (side) => ticket.change({ side }),
}: {
  readonly ticket: Ticket;
  /** A tap on a side: chooses it, unless the reader deals in one tap. */
  readonly onSide?: (side: Side) => void;
}) {
  const t = useTranslations("ticket");
  const { draft, market, reading, change } = ticket;
  const standing = useStanding(market);
  const { fields, whole } = useTicketErrors(ticket);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    ticket.send();
  };
  return (
    <form className={styles.form} noValidate aria-label={t("title")} onSubmit={submit}>
      <div className={styles.body}>
        <DealTiles
          market={market}
          chosen={draft.side}
          isOff={standing.kind !== "open" && standing.kind !== "noLeverage"}
          onPress={onSide}
        />
        <Segment
          label={t("kind")}
          choices={[
            { id: "market", label: t("atMarket") },
            { id: "pending", label: t("pending") },
          ]}
          chosen={draft.isPending ? "pending" : "market"}
          onChoose={(kind) => change({ isPending: kind === "pending" })}
        />
        {draft.isPending && <TargetField ticket={ticket} error={fields.target} />}
        <SizeFields ticket={ticket} errors={fields} />
        <div className={styles.stops}>
          {(["stopLoss", "takeProfit"] as const).map((kind) => (
            <StopField
              key={kind}
              kind={kind}
              stop={draft[kind]}
              view={reading.stops[kind]}
              error={fields[kind] ?? null}
              onChange={(stop) => change({ [kind]: stop })}
              onWay={(by) => ticket.changeWayOf(kind, by)}
            />
          ))}
        </div>
        <PreviewFacts market={market} feed={ticket.preview} />
      </div>
      <TicketFoot ticket={ticket} standing={standing} refusal={whole} />
    </form>
  );
}
