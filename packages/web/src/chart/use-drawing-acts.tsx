// What tools do to drawings, wherever the tools stand: begin one, and delete all after a question.

import type { Market } from "@truetick/contract";
import { ConfirmDialog } from "@truetick/ui";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { DRAWINGS_PER_MARKET_MAX, type DrawingTool } from "./drawing-book.ts";
import type { DrawingDesk } from "./drawing-state.ts";

export type DrawingActs = {
  readonly start: (tool: DrawingTool) => void;
  readonly askToClear: () => void;
  /** The question, while it is asked. */
  readonly question: ReactNode;
};

export function useDrawingActs(desk: DrawingDesk | null, market: Market): DrawingActs {
  const { toasts } = useApp();
  const t = useTranslations("trade.chart");
  const [isAsking, setIsAsking] = useState(false);
  return {
    start(tool) {
      if (!desk || desk.start(tool)) return;
      const title = t("draw.tooMany", { max: DRAWINGS_PER_MARKET_MAX });
      toasts.show({ tone: "failed", title });
    },
    askToClear: () => setIsAsking(true),
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        title={t("draw.clear")}
        kind="danger"
        confirmLabel={t("draw.clear")}
        cancelLabel={t("cancel")}
        onConfirm={() => {
          desk?.clear();
          setIsAsking(false);
        }}
        onCancel={() => setIsAsking(false)}
      >
        {t("draw.clearQuestion", { market: market.displayCode })}
      </ConfirmDialog>
    ),
  };
}
