// Draws messages as people read them: a line for each day, one name over what one author said in a
// row, the time under it, and under the newest of one's own whether it was seen. Called by
// message-list.ts whenever anything changes; conversations are short enough for that.

import type { FrameLook, FrameMessage } from "../chat/frame-talk.ts";
import { make } from "./make.ts";
import type { Pictures } from "./pictures.ts";

const GROUP_MAX_SEC = 300;
const DAY_MS = 86_400_000;

/** A message, or one that is on its way. */
export type Shown = FrameMessage & {
  readonly state: "said" | "sending" | "failed";
  /** What was chosen here and is not up yet. */
  readonly picture?: File | null;
  readonly refusal?: string | null;
  readonly retry?: () => void;
};

type Drawing = {
  readonly look: FrameLook;
  readonly pictures: Pictures;
  readonly theirReadId: string;
};

export function drawGroups(shown: readonly Shown[], drawing: Drawing): HTMLElement[] {
  const write = writerOf(drawing.look.lang);
  const drawn: HTMLElement[] = [];
  const lastOwn = shown.findLast(({ author }) => author === "user");
  let before: Shown | null = null;
  for (const [at, message] of shown.entries()) {
    const isNewDay = before === null || dayOf(before.at) !== dayOf(message.at);
    if (isNewDay) drawn.push(make("li", "day", write.day(message.at)));
    const begins = isNewDay || !isOneGroup(before, message);
    const next = shown[at + 1];
    const ends = !next || dayOf(next.at) !== dayOf(message.at) || !isOneGroup(message, next);
    const place = { begins, ends, isLastOwn: message === lastOwn, time: write.time(message.at) };
    drawn.push(drawMessage(message, place, drawing));
    before = message;
  }
  return drawn;
}

/** One author, soon after another. */
function isOneGroup(before: Shown | null, message: Shown): boolean {
  if (!before || before.author !== message.author || before.name !== message.name) return false;
  return message.at - before.at < GROUP_MAX_SEC;
}

type Place = {
  readonly begins: boolean;
  readonly ends: boolean;
  readonly isLastOwn: boolean;
  readonly time: string;
};

function drawMessage(message: Shown, place: Place, drawing: Drawing): HTMLElement {
  const { look } = drawing;
  if (message.author === "system") return make("li", "system", look.texts.closed);
  const isMine = message.author === "user";
  const bubble = make("div", "bubble", [
    drawPicture(message, drawing),
    message.text === "" ? null : make("p", "words", message.text),
  ]);
  const item = make("li", `message ${isMine ? "mine" : "theirs"}`, [
    place.begins && !isMine ? make("p", "name", message.name) : null,
    bubble,
    place.ends || message.state !== "said" ? drawFoot(message, place, drawing) : null,
  ]);
  item.dataset.begins = String(place.begins);
  item.dataset.ends = String(place.ends);
  item.dataset.state = message.state;
  return item;
}

function drawPicture(message: Shown, { look, pictures }: Drawing): HTMLElement | null {
  const { picture: label, pictureFailed } = look.texts;
  if (message.imageUrl !== null) return pictures.show(message.imageUrl, label, pictureFailed);
  if (!message.picture) return null;
  const shown = make("img", "pictureShown");
  shown.alt = label;
  shown.src = URL.createObjectURL(message.picture);
  shown.addEventListener("load", () => URL.revokeObjectURL(shown.src), { once: true });
  return make("div", "picture", [shown]);
}

function drawFoot(message: Shown, place: Place, { look, theirReadId }: Drawing): HTMLElement {
  const { texts } = look;
  if (message.state === "failed") {
    const again = make("button", "again", texts.retry);
    again.type = "button";
    again.addEventListener("click", () => message.retry?.());
    const why = message.refusal ? `${texts.failed}: ${message.refusal}` : texts.failed;
    return make("p", "meta bad", [make("span", "", why), again]);
  }
  if (message.state === "sending") return make("p", "meta", texts.sending);
  const isSeen = Number(message.id) <= Number(theirReadId);
  const state = place.isLastOwn ? ` · ${isSeen ? texts.seen : texts.sent}` : "";
  return make("p", "meta", `${place.time}${state}`);
}

const dayOf = (sec: number) => new Date(sec * 1_000).toDateString();

function writerOf(lang: string) {
  const tag = `${lang}-u-nu-latn`;
  const time = new Intl.DateTimeFormat(tag, { hour: "numeric", minute: "2-digit" });
  const date = new Intl.DateTimeFormat(tag, { weekday: "long", day: "numeric", month: "long" });
  const near = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  return {
    time: (sec: number) => time.format(sec * 1_000),
    day(sec: number) {
      const days = Math.round((startOfDay(sec * 1_000) - startOfDay(Date.now())) / DAY_MS);
      return days === 0 || days === -1 ? near.format(days, "day") : date.format(sec * 1_000);
    },
  };
}

const startOfDay = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
