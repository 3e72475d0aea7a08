// The conversation on the page: days, groups of one author, bubbles, what is still on its way, and
// how far the other side has read. Stays at the newest while the reader is there, and says that
// there is more below while they are not. Invariant: what was said is put down as text (T31).

import type { FrameLook, FrameTexts, FrameThread } from "../chat/frame-talk.ts";
import type { Written } from "./composer.ts";
import { drawGroups, type Shown } from "./draw-groups.ts";
import { icon, make } from "./make.ts";
import type { Pictures } from "./pictures.ts";

const NEAR_END_PX = 80;
const TYPING_SHOWN_MS = 5_000;
const ARROW_DOWN = ["M12 5v14", "m19 12-7 7-7-7"];
const SKELETON_BUBBLES = ["theirs", "mine", "theirs"];

/** On its way, or refused with the reason. */
type Waiting = {
  readonly written: Written;
  refusal: string | null;
  /** Once it was said: it goes when the conversation has it. */
  id: string | null;
  readonly at: number;
};

export type MessageList = {
  readonly element: HTMLElement;
  /** Stands outside of the list, so that nothing jumps. */
  readonly typing: HTMLElement;
  readonly speak: (look: FrameLook) => void;
  readonly show: (thread: FrameThread) => void;
  readonly showTyping: () => void;
  readonly addWaiting: (written: Written) => void;
  /** It was said; the conversation with it comes by itself. */
  readonly settle: (key: string, id: string) => void;
  readonly refuse: (key: string, reason: string) => void;
};

export function createMessageList(parts: {
  readonly pictures: Pictures;
  readonly onOlder: () => void;
  readonly onSeen: (id: string) => void;
  readonly onRetry: (written: Written) => void;
}): MessageList {
  const { pictures, onOlder, onSeen, onRetry } = parts;
  const messages = make("ol", "messages");
  const older = make("button", "older");
  const scroller = make("div", "scroller", [older, messages]);
  scroller.tabIndex = 0;
  const below = make("button", "below", [icon(ARROW_DOWN, 16), make("span", "")]);
  const element = make("div", "list", [scroller, below]);
  const typing = make("p", "typing");
  const waiting = new Map<string, Waiting>();
  let look: FrameLook | null = null;
  let thread: FrameThread | null = null;
  let seenId = "0";
  let isFollowing = true;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  for (const button of [older, below]) button.type = "button";
  for (const hidden of [older, below]) hidden.hidden = true;
  typing.setAttribute("role", "status");
  messages.setAttribute("role", "log");
  messages.append(...SKELETON_BUBBLES.map((side) => make("li", `skeleton ${side}`)));

  const isAtEnd = () =>
    scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END_PX;
  const goToEnd = () => {
    scroller.scrollTop = scroller.scrollHeight;
  };

  /** What is on the screen and at its end has been seen. */
  function noteSeen(): void {
    if (!isAtEnd() || document.visibilityState !== "visible") return;
    below.hidden = true;
    const newest = thread?.messages.findLast(({ author }) => author !== "user");
    if (!newest || Number(newest.id) <= Number(seenId)) return;
    seenId = newest.id;
    onSeen(seenId);
  }

  function rows(texts: FrameTexts, known: FrameThread): Shown[] {
    const ids = new Set(known.messages.map(({ id }) => id));
    for (const [key, { id }] of waiting) if (id !== null && ids.has(id)) waiting.delete(key);
    const said = known.messages.map((message) => ({ ...message, state: "said" as const }));
    const unsent = [...waiting.values()].map(({ written, refusal, at }) => ({
      id: written.key,
      author: "user" as const,
      name: texts.you,
      text: written.text,
      imageUrl: null,
      at,
      state: refusal === null ? ("sending" as const) : ("failed" as const),
      picture: written.picture,
      refusal,
      retry: () => {
        add(written);
        onRetry(written);
      },
    }));
    return [...said, ...unsent];
  }

  function draw(): void {
    if (!look || !thread) return;
    const { texts } = look;
    const height = scroller.scrollHeight - scroller.scrollTop;
    const shown = rows(texts, thread);
    older.hidden = !thread.hasOlder;
    messages.replaceChildren(
      ...(shown.length === 0
        ? [drawEmpty(texts)]
        : drawGroups(shown, { look, pictures, theirReadId: thread.theirReadId })),
    );
    if (isFollowing) goToEnd();
    else scroller.scrollTop = scroller.scrollHeight - height;
    noteSeen();
  }

  function add(written: Written): void {
    waiting.set(written.key, { written, refusal: null, id: null, at: Date.now() / 1_000 });
    isFollowing = true;
    draw();
  }

  older.addEventListener("click", onOlder);
  below.addEventListener("click", goToEnd);
  const noteScrolled = () => {
    isFollowing = isAtEnd();
    noteSeen();
  };
  scroller.addEventListener("scroll", noteScrolled, { passive: true });
  document.addEventListener("visibilitychange", noteSeen);
  // A keyboard takes room away, a picture that comes needs some: the newest stays in sight.
  const sizes = new ResizeObserver(() => {
    if (isFollowing) goToEnd();
  });
  for (const sized of [scroller, messages]) sizes.observe(sized);

  return {
    element,
    typing,
    speak(next) {
      look = next;
      older.textContent = next.texts.older;
      below.lastElementChild?.replaceChildren(next.texts.newBelow);
      messages.setAttribute("aria-label", next.texts.frame);
      draw();
    },
    show(next) {
      const isFirst = thread === null;
      const newest = thread?.messages.at(-1)?.id ?? "0";
      const isNews = Number(next.messages.at(-1)?.id ?? "0") > Number(newest);
      thread = next;
      if (next.messages.at(-1)?.author === "staff" && isNews) hideTyping();
      draw();
      if (!isFollowing && isNews && !isFirst) below.hidden = false;
    },
    showTyping() {
      typing.textContent = look?.texts.typing ?? "";
      typing.dataset.shown = "true";
      clearTimeout(typingTimer);
      typingTimer = setTimeout(hideTyping, TYPING_SHOWN_MS);
    },
    addWaiting: add,
    settle(key, id) {
      const known = waiting.get(key);
      if (known) known.id = id;
      draw();
    },
    refuse(key, reason) {
      const known = waiting.get(key);
      if (known) known.refusal = reason;
      draw();
    },
  };

  function hideTyping(): void {
    clearTimeout(typingTimer);
    typing.dataset.shown = "false";
  }
}

function drawEmpty(texts: FrameTexts): HTMLElement {
  return make("li", "empty", [
    make("p", "emptyTitle", texts.emptyTitle),
    make("p", "emptyText", texts.emptyText),
  ]);
}
