// The chart of one market with its tools: kind, period, indicators, drawings, full screen. The
// library that draws is fetched when it is first needed; the tools are there at once.

import { type Market, PERIODS, type PeriodId } from "@truetick/contract";
import { classNames } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useApp } from "../app/app.ts";
import { ConnectionBar } from "../app/connection-bar.tsx";
import { lazyPart } from "../app/lazy-part.ts";
import { SandboxBanner } from "../app/sandbox-banner.tsx";
import { useMedia, WORKSPACE } from "../app/use-media.ts";
import { useShortcuts } from "../app/use-shortcuts.ts";
import { createChartChoices } from "./chart-choice.ts";
import styles from "./chart-pane.module.css";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { ChartTools } from "./chart-tools.tsx";
import { DrawingBar } from "./drawing-bar.tsx";
import { DrawingRail } from "./drawing-rail.tsx";
import { type DrawingDesk, useDrawingState } from "./drawing-state.ts";
import { useDrawingActs } from "./use-drawing-acts.tsx";
import { useFullScreen } from "./use-full-screen.ts";

const MarketChart = lazy(async () => ({ default: (await import("./chart.tsx")).MarketChart }));

const RawFeed = lazyPart(async () => (await import("../transparency/raw-feed.tsx")).RawFeed);

const FIRST_PERIOD: PeriodId = "15min";
const PERIOD_CHOICE = "period";

function usePeriod(): [PeriodId, (id: PeriodId) => void] {
  const { storage } = useApp();
  const [periodId, setPeriodId] = useState<PeriodId>(() => {
    const remembered = storage.read(PERIOD_CHOICE);
    return PERIODS.find(({ id }) => id === remembered)?.id ?? FIRST_PERIOD;
  });
  const choose = (id: PeriodId) => {
    storage.write(PERIOD_CHOICE, id);
    setPeriodId(id);
  };
  const keys = PERIODS.map(({ id }, place) => [String(place + 1), () => choose(id)]);
  useShortcuts(Object.fromEntries(keys));
  return [periodId, choose];
}

const TYPED_IN = "input, textarea, select, [contenteditable]";

/** Delete takes the chosen drawing away; Escape puts the tool down. */
function useDrawingKeys(desk: DrawingDesk | null): void {
  const { tool, chosen } = useDrawingState(desk);
  useEffect(() => {
    if (!desk || (tool === null && chosen === null)) return;
    const hear = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.matches(TYPED_IN)) return;
      const isDelete = event.key === "Delete" || event.key === "Backspace";
      if (isDelete && chosen !== null) desk.removeChosen();
      else if (event.key === "Escape" && tool !== null) desk.cancel();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", hear, { capture: true });
    return () => window.removeEventListener("keydown", hear, { capture: true });
  }, [desk, tool, chosen]);
}

export function ChartPane({ market }: { readonly market: Market }) {
  const { storage } = useApp();
  const [periodId, choosePeriod] = usePeriod();
  const [choices] = useState(() => createChartChoices(storage));
  const { hasRawFeed } = useStore(choices);
  const [desk, setDesk] = useState<DrawingDesk | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const full = useFullScreen(pane);
  const hasRoom = useMedia(WORKSPACE);
  const acts = useDrawingActs(desk, market);
  const { tool } = useDrawingState(desk);
  useDrawingKeys(desk);
  return (
    <div
      ref={pane}
      className={classNames(styles.pane, full.isFull && styles.full)}
      data-full={full.isFull || undefined}
    >
      {full.isFull && (
        <>
          {/* What must be known is known here too (H13). */}
          <SandboxBanner look="bar" />
          <ConnectionBar />
        </>
      )}
      <ChartTools
        market={market}
        periodId={periodId}
        choices={choices}
        desk={desk}
        hasRoom={hasRoom}
        full={full}
        onPeriod={choosePeriod}
      />
      <div className={styles.chart}>
        {hasRoom && <DrawingRail desk={desk} acts={acts} />}
        <Suspense fallback={<ChartSkeleton />}>
          <MarketChart
            market={market}
            periodId={periodId}
            choices={choices}
            isDrawing={tool !== null}
            onDrawings={setDesk}
          />
        </Suspense>
        <DrawingBar desk={desk} />
      </div>
      {hasRawFeed && (
        <Suspense fallback={null}>
          <RawFeed market={market} />
        </Suspense>
      )}
      {acts.question}
    </div>
  );
}
