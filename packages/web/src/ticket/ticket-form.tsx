// The order ticket: side, kind, size, leverage, stops, what it costs, and the one button that sends
// it; for a pending order also the price it waits for and how long. The same form in the sheet of a
// phone and in the panel of a desktop. A closed market can still be typed for; only sending waits.

import { Segment, useNotation, writeDecimal } from "@truetick/ui";
import { StepperField } from "@truetick/ui/forms";
import type { SyntheticEvent } from "react";
import { useTranslations } from "use-intl";
import { DealTiles } from "./deal-tiles.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import { LeverageField } from "./leverage-field.tsx";
import { canStepDown, canStepUp, stepLots } from "./lot-steps.ts";
import { MoreOptions } from "./more-options.tsx";
import { PreviewFacts } from "./preview-facts.tsx";
import type { DraftField } from "./read-draft.ts";
import { readNumber, typedForm } from "./read-number.ts";
import { StopField } from "./stop-field.tsx";
import { TargetField } from "./target-field.tsx";
import { TicketFoot } from "./ticket-foot.tsx";
import styles from "./ticket-form.module.css";
import type { OneTap } from "./use-one-tap.ts";
import { useStanding } from "./use-standing.ts";
import { type PricedTicket, type Ticket, usePricedTicket } from "./use-ticket.ts";
import { useTicketErrors } from "./use-ticket-errors.ts";

type Errors = Readonly<Partial<Record<DraftField, string>>>;

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

function Levels({ ticket, errors }: { readonly ticket: PricedTicket; readonly errors: Errors }) {
  const { draft, reading, change } = ticket;
  return (
    <div className={styles.stops}>
      {(["stopLoss", "takeProfit"] as const).map((kind) => (
        <StopField
          key={kind}
          kind={kind}
          stop={draft[kind]}
          view={reading.stops[kind]}
          error={errors[kind] ?? null}
          onChange={(stop) => change({ [kind]: stop })}
          onWay={(by) => ticket.changeWayOf(kind, by)}
        />
      ))}
    </div>
  );
}

export function TicketForm({
  ticket: unpriced,
  oneTap,
}: {
  readonly ticket: Ticket;
  /** Where a tap on a side may deal at once; without, it only chooses the side. */
  readonly oneTap?: OneTap;
}) {
  const t = useTranslations("ticket");
  const ticket = usePricedTicket(unpriced);
  const { draft, market, reading, change } = ticket;
  const standing = useStanding(market);
  const { fields, whole } = useTicketErrors(ticket);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    ticket.send();
  };
  const isUnderWay = ticket.phase === "sending" || ticket.phase === "unsure";
  return (
    <form className={styles.form} noValidate aria-label={t("title")} onSubmit={submit}>
      <div className={styles.body}>
        <DealTiles
          market={market}
          chosen={draft.side}
          isOff={standing.kind !== "open" && standing.kind !== "noLeverage"}
          isBusy={Boolean(oneTap?.isOn) && isUnderWay}
          atOnce={oneTap?.words ?? ""}
          onPress={oneTap?.tap ?? ((side) => change({ side }))}
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
        {draft.isPending && (
          <ExpiryField
            expiry={draft.expiry}
            expiresAt={reading.expiresAt}
            error={fields.expiry}
            onChange={(expiry) => change({ expiry })}
          />
        )}
        <Levels ticket={ticket} errors={fields} />
        <MoreOptions ticket={ticket} trailingError={fields.trailing ?? null} />
        <PreviewFacts ticket={ticket} />
      </div>
      <TicketFoot ticket={ticket} standing={standing} refusal={whole} />
    </form>
  );
}
