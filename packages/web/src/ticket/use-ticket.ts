// The ticket of one market as a screen uses it: the draft, the server's preview, and the sending of
// it. Kept by the trade screen, so that what was typed outlives a closed sheet and a login. What
// the draft means at the prices of now is read by the form alone: prices redraw nothing else.

import type { Market, NewOrder, Side } from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { useSelected, useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Failure } from "../api/server.ts";
import { type App, useApp } from "../app/app.ts";
import { loginPathFrom } from "../session/from.ts";
import { conversionOf } from "./conversion.ts";
import { deviationAtOnce } from "./deviation.ts";
import { type Draft, withoutLevels } from "./draft.ts";
import { createPreviewFeed, type PreviewFeed } from "./preview-feed.ts";
import { changeWay, type DraftReading, type DraftSetting, readDraft } from "./read-draft.ts";
import type { StopBy, StopKind } from "./stop-levels.ts";
import { createCalmQuote } from "./use-calm-quote.ts";
import { useDraft } from "./use-draft.ts";
import { type SendingEnds, type SendPhase, useSending } from "./use-sending.ts";

export type Ticket = {
  readonly market: Market;
  readonly draft: Draft;
  /** What the draft means at the prices of now. */
  readonly read: () => DraftReading;
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
  readonly send: () => void;
  /**
   * Sends it on this side without a question, never further from the price seen than the reader
   * allows. False when something is missing: it has to be looked at first.
   */
  readonly sendAtOnce: (side: Side) => boolean;
  /** Asks once more what became of an attempt that nobody knows about. */
  readonly askAgain: () => void;
  /** Leaves such an attempt behind, after a look at the orders. */
  readonly letGo: () => void;
};

/** What the form shows of it: not the price, which the tiles paint. */
type ShownReading = Omit<DraftReading, "order"> & { readonly lots: string | null };

export type PricedTicket = Ticket & { readonly reading: ShownReading };

function shownOf({ order, ...rest }: DraftReading): ShownReading {
  return { ...rest, lots: order?.lots ?? null };
}

const plain = (_name: string, value: unknown) =>
  typeof value === "bigint" ? String(value) : value;

/** The ticket with what it means at the prices of now, again whenever that is something else. */
export function usePricedTicket(ticket: Ticket): PricedTicket {
  const { board } = useApp().live;
  const { id } = ticket.market;
  const quote = useMemo(() => createCalmQuote(board, id), [board, id]);
  useSelected(quote, () => JSON.stringify(shownOf(ticket.read()), plain));
  return { ...ticket, reading: shownOf(ticket.read()) };
}

function settingNow(app: App, market: Market, notation: DraftSetting["notation"]): DraftSetting {
  const { live, markets } = app;
  const list = markets.get();
  const known = list.phase === "ready" ? list.markets : [];
  return {
    market,
    quote: live.board.get(market.id)?.quote ?? null,
    conversion: conversionOf(market.quoteCurrency, known, live.board),
    notation,
    nowMs: Date.now(),
  };
}

export type TicketUse = SendingEnds & {
  /** While nobody sees it nothing is asked of the server. */
  readonly isShown: boolean;
};

/** The server's preview of whatever stands in the ticket while somebody sees it. */
function usePreview(read: () => NewOrder | null, changes: readonly unknown[]): PreviewFeed {
  const { server } = useApp();
  const orderNow = useRef<() => NewOrder | null>(() => null);
  const readNow = useEffectEvent(read);
  const preview = useMemo(
    () =>
      createPreviewFeed(server, {
        orderNow: () => orderNow.current(),
        isSeen: () => !document.hidden,
      }),
    [server],
  );
  useEffect(() => {
    orderNow.current = readNow;
    preview.touch();
    return () => preview.stop();
  }, [preview, ...changes]);
  return preview;
}

type Said = Pick<Ticket, "refusal" | "isChecked"> & { readonly marketId: string };

/** What is said beside the fields. It is about one market, and forgotten on another. */
function useSaid(marketId: string) {
  const nothing: Said = { marketId, refusal: null, isChecked: false };
  const [said, setSaid] = useState(nothing);
  if (said.marketId !== marketId) setSaid(nothing);
  const say = (changes: Partial<Pick<Said, "refusal" | "isChecked">>) =>
    setSaid((now) => (now.marketId === marketId ? { ...now, ...changes } : now));
  return { said, say };
}

export function useTicket(market: Market, { isShown, onDone, onRefused }: TicketUse): Ticket {
  const app = useApp();
  const notation = useNotation();
  const isVisitor = useStore(app.session) === null;
  const { draft, edit, remember } = useDraft(market);
  const { said, say } = useSaid(market.id);
  // At the prices of this moment, not of the last render.
  const settingOf = () => settingNow(app, market, notation);
  const read = () => readDraft(draft, settingOf());
  const sending = useSending({
    onDone(placed, sent) {
      if (sent.market.id === market.id) {
        say({ isChecked: false });
        edit(withoutLevels);
      }
      onDone(placed, sent);
    },
    onRefused(failure, sent) {
      if (sent.market.id === market.id) say({ refusal: failure });
      onRefused(failure, sent);
    },
  });
  const place = (order: NewOrder, isAtOnce: boolean) => {
    say({ refusal: null });
    sending.place(order, { market, isAtOnce });
  };
  const isAsked = !isVisitor && isShown;
  const preview = usePreview(
    () => (isAsked ? read().order : null),
    [draft, market, isVisitor, isShown],
  );
  return {
    market,
    draft,
    read,
    phase: sending.phase,
    refusal: said.refusal,
    isChecked: said.isChecked,
    isVisitor,
    preview,
    change(changes) {
      say({ refusal: null });
      remember(changes);
      edit((now) => ({ ...now, ...changes }));
    },
    changeWayOf: (kind, by) => edit((now) => changeWay(now, kind, by, settingOf())),
    send() {
      if (isVisitor) {
        app.router.navigate(loginPathFrom(app.router.location.get()));
        return;
      }
      const { order } = read();
      say({ isChecked: true });
      if (order) place(order, false);
    },
    sendAtOnce(side) {
      const setting = settingOf();
      const { order } = readDraft({ ...draft, side }, setting);
      const maxDeviation = order && deviationAtOnce(order.maxDeviation, setting);
      if (isVisitor || draft.isPending || !order || maxDeviation === null) return false;
      edit((now) => ({ ...now, side }));
      place({ ...order, maxDeviation }, true);
      return true;
    },
    askAgain: sending.askAgain,
    letGo: sending.letGo,
  };
}
