// Closes a part of a position: so many lots by steps, never more than it has. What is left keeps
// its price and its stops.

import { type Order, requestCloseOrder } from "@truetick/contract";
import { Button, useNotation, writeDecimal } from "@truetick/ui";
import { StepperField } from "@truetick/ui/forms";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";
import { useFailureText } from "../app/use-failure.ts";
import { canStepDown, canStepUp, stepLots } from "../ticket/lot-steps.ts";
import { readNumber, typedForm } from "../ticket/read-number.ts";
import { fieldOfRefusal } from "../ticket/refused-field.ts";
import { ActNote } from "./act-note.tsx";
import styles from "./close-part.module.css";
import { useMarketOf } from "./order-words.ts";
import { useOrderAct } from "./use-order-act.ts";
import { useOrderToasts } from "./use-order-toasts.ts";

const LOT_STEP = "0.01";

function isAboutLots(failure: Failure | null): boolean {
  if (failure?.kind !== "refused") return false;
  return failure.reason === "LOTS_ABOVE_ORDER" || fieldOfRefusal(failure.reason) === "lots";
}

export function ClosePart({
  order,
  onDone,
  onBack,
}: {
  readonly order: Order;
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  const t = useTranslations("orders");
  const notation = useNotation();
  const market = useMarketOf(order.market.id);
  const act = useOrderAct();
  const tell = useOrderToasts();
  const textOf = useFailureText();
  const lotStep = market?.lotStep ?? LOT_STEP;
  const terms = { lotsMin: lotStep, lotsMax: order.lots, lotStep };
  const [text, setText] = useState(() => typedForm(lotStep, notation));
  const plain = readNumber(text, notation);
  const { failure } = act;
  const isLots = isAboutLots(failure);
  const close = () => {
    if (plain === null) return;
    act.run(requestCloseOrder({ orderId: order.id, lots: plain }), (closed) => {
      onDone();
      tell.closed(order, closed);
    });
  };
  return (
    <div className={styles.part}>
      <StepperField
        label={t("closeLots")}
        aside={
          <span className={styles.most}>
            {t("ofLots", { lots: writeDecimal(order.lots, notation) })}
          </span>
        }
        value={text}
        error={isLots && failure ? textOf(failure) : null}
        fewerLabel={t("fewer")}
        moreLabel={t("more")}
        canStepDown={canStepDown(plain ?? "", terms)}
        canStepUp={canStepUp(plain ?? "", terms)}
        onValue={(typed) => {
          act.forget();
          setText(typed);
        }}
        onStep={(direction) =>
          setText(typedForm(stepLots(plain ?? "", terms, direction), notation))
        }
      />
      <ActNote act={act} isToldElsewhere={isLots} />
      <div className={styles.acts}>
        <Button size="touch" onClick={onBack}>
          {t("back")}
        </Button>
        <Button
          kind="inverse"
          size="touch"
          disabled={plain === null}
          isWorking={act.phase === "working" || act.phase === "unsure"}
          onClick={close}
        >
          {t("closeSome", { lots: writeDecimal(plain ?? "", notation) })}
        </Button>
      </div>
    </div>
  );
}
