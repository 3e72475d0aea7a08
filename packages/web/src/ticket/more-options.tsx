// What most orders do without, folded away: a trailing stop, the limit of slippage, and dealing in
// one tap. The folded line says what is set, so that nothing hidden is forgotten.

import { useNotation, writeDecimal } from "@truetick/ui";
import { SelectField } from "@truetick/ui/forms";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { DEVIATION_CHOICES } from "./deviation.ts";
import { FoldLine } from "./fold-line.tsx";
import styles from "./more-options.module.css";
import { OneTapSwitch } from "./one-tap-switch.tsx";
import { TrailingField } from "./trailing-field.tsx";
import type { PricedTicket } from "./use-ticket.ts";

const ANY = "any";

function DeviationField({ ticket }: { readonly ticket: PricedTicket }) {
  const t = useTranslations("ticket");
  const { deviation } = ticket.draft;
  const known = deviation === null ? [] : [deviation];
  const points = [...new Set([...DEVIATION_CHOICES, ...known])].sort((a, b) => a - b);
  const limits = points.map((each) => ({ id: String(each), label: t("points", { count: each }) }));
  return (
    <SelectField
      label={t("deviation")}
      name="deviation"
      choices={[{ id: ANY, label: t("anyDeviation") }, ...limits]}
      chosen={deviation === null ? ANY : String(deviation)}
      hint={t("deviationHint")}
      onChoose={(id) => ticket.change({ deviation: id === ANY ? null : Number(id) })}
    />
  );
}

/** What is set in there, for whoever has it folded. */
function useSetWords({ draft, reading }: PricedTicket): string {
  const t = useTranslations("ticket");
  const notation = useNotation();
  const pips = reading.stops.trailing?.pips;
  const said = [
    draft.trailing.isOn && pips ? t("pipsAway", { pips: writeDecimal(pips, notation) }) : null,
    !draft.isPending && draft.deviation !== null
      ? `≤ ${t("points", { count: draft.deviation })}`
      : null,
  ];
  return said.filter((words) => words !== null).join(" · ");
}

export function MoreOptions({
  ticket,
  trailingError,
}: {
  readonly ticket: PricedTicket;
  readonly trailingError: string | null;
}) {
  const t = useTranslations("ticket");
  const [isUnfolded, setIsUnfolded] = useState(false);
  const id = useId();
  const words = useSetWords(ticket);
  // What is wrong in there is never hidden.
  const isOpen = isUnfolded || trailingError !== null;
  return (
    <div className={styles.more}>
      <FoldLine
        name={t("options")}
        words={words}
        isOpen={isOpen}
        controls={id}
        onPress={() => setIsUnfolded(!isOpen)}
      />
      <div id={id} className={styles.inside} hidden={!isOpen}>
        {isOpen && (
          <>
            <TrailingField
              trailing={ticket.draft.trailing}
              view={ticket.reading.stops.trailing}
              error={trailingError}
              onChange={(trailing) => ticket.change({ trailing })}
            />
            {!ticket.draft.isPending && <DeviationField ticket={ticket} />}
            {!ticket.isVisitor && <OneTapSwitch />}
          </>
        )}
      </div>
    </div>
  );
}
