// The ticket of one market as a screen uses it: the draft, what it means at the prices of now, the
// server's preview, and the sending of it. Kept by the trade screen, so that what was typed
// outlives a closed sheet and a login.

import {
  type Market,
  type NewOrder,
  type PlacedOrder,
  requestPlaceOrder,
  type Side,
} from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { randomId, useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Failure } from "../api/server.ts";
import { type App, useApp } from "../app/app.ts";
import { useIsCut } from "../app/connection-state.ts";
import { beginWrite, isOutcomeUnknown, type WriteAttempt } from "../orders/write-once.ts";
import { loginPathFrom } from "../session/from.ts";
import { conversionOf } from "./conversion.ts";
import {
  changeWay,
  type Draft,
  type DraftReading,
  type DraftSetting,
  newDraft,
  readDraft,
} from "./draft.ts";
import { createPreviewFeed, type PreviewFeed } from "./preview-feed.ts";
import type { StopBy, StopKind } from "./stop-levels.ts";
import { useCalmQuote } from "./use-calm-quote.ts";

const LEVERAGE_CHOICE = "leverage";

/** Unsure: no answer came, and the same attempt is being asked for again. Unknown: still none. */
export type SendPhase = "editing" | "sending" | "unsure" | "unknown";

export type Ticket = {
  readonly market: Market;
  readonly draft: Draft;
  readonly reading: DraftReading;
  readonly phase: SendPhase;
  /** Of the last sending; null once the draft has changed. */
  readonly refusal: Failure | null;
  /** The reader has tried to send it: what is missing is said from now on. */
  readonly isChecked: boolean;
  readonly isVisitor: boolean;
  readonly preview: PreviewFeed;
  readonly change: (changes: Partial<Draft>) => void;
  readonly changeWayOf: (kind: StopKind, by: StopBy) => void;
  /** Sends it; a visitor is led to the login and finds the ticket as he left it. */
  readonly send: (side?: Side) => void;
  /** Asks once more what became of an attempt that nobody knows about. */
  readonly askAgain: () => void;
  /** Leaves such an attempt behind, after a look at the orders. */
  readonly letGo: () => void;
};

function settingNow(app: App, market: Market, notation: DraftSetting["notation"]): DraftSetting {
  const { live, markets } = app;
  const list = markets.get();
  const known = list.phase === "ready" ? list.markets : [];
  return {
    market,
    quote: live.board.get(market.id)?.quote ?? null,
    conversion: conversionOf(market.quoteCurrency, known, live.board),
    notation,
  };
}

/** The draft of this market; another market begins with one of its own. */
function useDraft(market: Market) {
  const { storage, preferences } = useApp();
  const { defaultLots } = useStore(preferences);
  const begin = (side: Side) => {
    const remembered = Number(storage.read(LEVERAGE_CHOICE) ?? Number.NaN);
    const leverage = Number.isInteger(remembered) ? remembered : null;
    return { market, draft: newDraft(market, { side, lots: defaultLots, leverage }) };
  };
  const [kept, setKept] = useState(() => begin("buy"));
  let current = kept;
  if (kept.market.id !== market.id) {
    current = begin(kept.draft.side);
    setKept(current);
  }
  const setDraft = (draft: Draft) => setKept({ market, draft });
  return { draft: current.draft, setDraft };
}

function useSending(onDone: (placed: PlacedOrder) => void) {
  const { server } = useApp();
  const [phase, setPhase] = useState<SendPhase>("editing");
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const attempt = useRef<WriteAttempt<PlacedOrder> | null>(null);

  async function run(own: WriteAttempt<PlacedOrder>): Promise<void> {
    attempt.current = own;
    setPhase("sending");
    setRefusal(null);
    const answer = await own.send();
    const isUnknown = !answer.isOk && isOutcomeUnknown(answer.failure);
    setPhase(isUnknown ? "unknown" : "editing");
    if (isUnknown) return;
    attempt.current = null;
    if (answer.isOk) onDone(answer.value);
    else setRefusal(answer.failure);
  }

  const askAgain = () => {
    if (attempt.current && phase === "unknown") void run(attempt.current);
  };
  // The line is back: what became of it is asked without a hand.
  const isCut = useIsCut();
  const askWhenBack = useEffectEvent(askAgain);
  useEffect(() => {
    if (!isCut) askWhenBack();
  }, [isCut]);

  return {
    phase,
    refusal,
    forgetRefusal: () => setRefusal(null),
    place(order: NewOrder) {
      // Two presses may come before a render; the second finds the first under way.
      if (attempt.current) return;
      const onUnsure = () => setPhase("unsure");
      // Whoever has let go of an attempt means another order, even if it is the same.
      void run(beginWrite(server, requestPlaceOrder(order), { key: randomId(), onUnsure }));
    },
    askAgain,
    letGo() {
      attempt.current = null;
      setPhase("editing");
    },
  };
}

export type TicketUse = {
  /** While nobody sees it nothing is asked of the server. */
  readonly isShown: boolean;
  readonly onDone: (placed: PlacedOrder) => void;
};

export function useTicket(market: Market, { isShown, onDone }: TicketUse): Ticket {
  const app = useApp();
  const notation = useNotation();
  const isVisitor = useStore(app.session) === null;
  const { draft, setDraft } = useDraft(market);
  const [isChecked, setIsChecked] = useState(false);
  useCalmQuote(market.id);
  const reading = readDraft(draft, settingNow(app, market, notation));
  const sending = useSending((placed) => {
    setIsChecked(false);
    // The next order begins without the stops of this one.
    setDraft({
      ...draft,
      target: "",
      stopLoss: { ...draft.stopLoss, isOn: false, text: "" },
      takeProfit: { ...draft.takeProfit, isOn: false, text: "" },
    });
    onDone(placed);
  });
  const orderNow = useRef<() => NewOrder | null>(() => null);
  const readNow = useEffectEvent(() =>
    isVisitor || !isShown ? null : readDraft(draft, settingNow(app, market, notation)).order,
  );
  const preview = useMemo(
    () =>
      createPreviewFeed(app.server, {
        orderNow: () => orderNow.current(),
        isSeen: () => !document.hidden,
      }),
    [app.server],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a new question
  useEffect(() => {
    orderNow.current = readNow;
    preview.touch();
    return () => preview.stop();
  }, [preview, draft, market, isVisitor, isShown]);

  const change = (changes: Partial<Draft>) => {
    sending.forgetRefusal();
    if (changes.leverage) app.storage.write(LEVERAGE_CHOICE, String(changes.leverage));
    setDraft({ ...draft, ...changes });
  };
  return {
    market,
    draft,
    reading,
    phase: sending.phase,
    refusal: sending.refusal,
    isChecked,
    isVisitor,
    preview,
    change,
    changeWayOf: (kind, by) =>
      setDraft(changeWay(draft, kind, by, settingNow(app, market, notation))),
    send(side = draft.side) {
      if (isVisitor) {
        app.router.navigate(loginPathFrom(app.router.location.get()));
        return;
      }
      // At the prices of this moment, not of the last render.
      const { order } = readDraft({ ...draft, side }, settingNow(app, market, notation));
      setIsChecked(true);
      if (order) sending.place(order);
    },
    askAgain: sending.askAgain,
    letGo: sending.letGo,
  };
}
