// The conversation on the page: days, groups of one author, bubbles, what is still on its way, and
// how far the other side has read. Stays at the newest while the reader is there, and says that
// there is more below while they are not. Invariant: what was said is put down as text (T31).

import type { FrameLook, FrameTexts, FrameThread } from "../chat/frame-talk.ts";
import type { Written } from "./composer.ts";
import { drawGroups, type Shown } from "./draw-groups.ts";
import { createEndKeeper } from "./end-keeper.ts";
import { icon, make } from "./make.ts";
import type { Pictures } from "./pictures.ts";
import { createTypingSign } from "./typing-sign.ts";
import { createWaitingMessages, type WaitingMessages } from "./waiting-messages.ts";

const ARROW_DOWN = ["M12 5v14", "m19 12-7 7-7-7"];
const SKELETON_BUBBLES = ["theirs", "mine", "theirs"];

export type MessageList = {
  readonly element: HTMLElement;
  readonly typing: HTMLElement;
  readonly speak: (look: FrameLook) => void;
  readonly show: (thread: FrameThread) => void;
  readonly showTyping: () => void;
  readonly addWaiting: (written: Written) => void;
  /** It was said; the conversation with it comes by itself. */
  readonly settle: (key: string, id: string) => void;
  readonly refuse: (key: string, reason: string) => void;
};

type Wishes = {
  readonly pictures: Pictures;
  readonly onOlder: () => void;
  readonly onSeen: (id: string) => void;
  readonly onRetry: (written: Written) => void;
};

export function createMessageList({ pictures, onOlder, onSeen, onRetry }: Wishes): MessageList {
  const { element, scroller, messages, older, below } = buildList();
  const typing = createTypingSign();
  const keeper = createEndKeeper(scroller, { grows: messages, onMoved: noteSeen });
  const retry = (written: Written) => {
    addWaiting(written);
    onRetry(written);
  };
  const waiting = createWaitingMessages({ onRetry: retry, onChanged: () => draw() });
  let look: FrameLook | null = null;
  let thread: FrameThread | null = null;
  let seenId = 0;

  /** What is on the screen and at its end has been seen. */
  function noteSeen(): void {
    if (!keeper.isFollowing() || document.visibilityState !== "visible") return;
    below.hidden = true;
    const newest = thread?.messages.findLast(({ author }) => author !== "user");
    if (!newest || Number(newest.id) <= seenId) return;
    seenId = Number(newest.id);
    onSeen(newest.id);
  }

  function draw(): void {
    if (!look || !thread) return;
    const drawn = drawAll(thread, { look, pictures, waiting });
    older.hidden = !thread.hasOlder;
    keeper.around(() => messages.replaceChildren(...drawn));
    noteSeen();
  }

  function addWaiting(written: Written): void {
    waiting.add(written);
    keeper.follow();
    draw();
  }

  function show(next: FrameThread): void {
    const isFirst = thread === null;
    const isNews = newestIn(next) > newestIn(thread);
    thread = next;
    if (isNews && next.messages.at(-1)?.author === "staff") typing.hide();
    draw();
    if (isNews && !isFirst && !keeper.isFollowing()) below.hidden = false;
  }

  older.addEventListener("click", onOlder);
  below.addEventListener("click", keeper.goToEnd);
  document.addEventListener("visibilitychange", noteSeen);
  return {
    element,
    typing: typing.element,
    speak(next) {
      look = next;
      older.textContent = next.texts.older;
      below.lastElementChild?.replaceChildren(next.texts.newBelow);
      messages.setAttribute("aria-label", next.texts.frame);
      draw();
    },
    show,
    showTyping: () => typing.show(look?.texts.typing ?? ""),
    addWaiting,
    settle: waiting.settle,
    refuse: waiting.refuse,
  };
}

function drawAll(
  { messages: said, theirReadId }: FrameThread,
  parts: {
    readonly look: FrameLook;
    readonly pictures: Pictures;
    readonly waiting: WaitingMessages;
  },
): HTMLElement[] {
  const { look, pictures, waiting } = parts;
  const shown: Shown[] = [
    ...said.map((message) => ({ ...message, state: "said" as const })),
    ...waiting.below(said, look.texts.you),
  ];
  if (shown.length === 0) return [drawEmpty(look.texts)];
  return drawGroups(shown, { look, pictures, theirReadId });
}

const newestIn = (thread: FrameThread | null) => Number(thread?.messages.at(-1)?.id ?? "0");

function buildList() {
  const messages = make("ol", "messages");
  messages.setAttribute("role", "log");
  messages.append(...SKELETON_BUBBLES.map((side) => make("li", `skeleton ${side}`)));
  const older = make("button", "older");
  const scroller = make("div", "scroller", [older, messages]);
  scroller.tabIndex = 0;
  const below = make("button", "below", [icon(ARROW_DOWN, 16), make("span", "")]);
  for (const button of [older, below]) {
    button.type = "button";
    button.hidden = true;
  }
  return { element: make("div", "list", [scroller, below]), scroller, messages, older, below };
}

function drawEmpty(texts: FrameTexts): HTMLElement {
  return make("li", "empty", [
    make("p", "emptyTitle", texts.emptyTitle),
    make("p", "emptyText", texts.emptyText),
  ]);
}
