// Where a message is written: grows with its lines, takes one picture, sends with Enter (on touch
// screens with the button), and tells now and then that somebody is writing.

import { randomId } from "@truetick/ui/state";
import type { FrameTexts } from "../chat/frame-talk.ts";
import { iconButton, make, nameIt } from "./make.ts";

const TEXT_LENGTH_MAX = 2_000;
const TYPING_EVERY_MS = 3_000;
const HEIGHT_MAX_PX = 132;
const ACCEPTED = "image/jpeg,image/png,image/webp";

const ARROW_UP = ["m5 12 7-7 7 7", "M12 19V5"];
const PAPERCLIP = [
  "m16 6-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 0-5.657-5.657l-8.379 8.551" +
    "a6 6 0 1 0 8.485 8.485l8.379-8.551",
];
const CROSS = ["M18 6 6 18", "m6 6 12 12"];

/** What is sent, under a key that names the attempt. */
export type Written = {
  readonly key: string;
  readonly text: string;
  readonly picture: File | null;
};

export type Composer = {
  readonly element: HTMLElement;
  readonly speak: (texts: FrameTexts) => void;
  readonly allowPictures: (areAllowed: boolean) => void;
};

export function createComposer({
  onSend,
  onTyping,
}: {
  readonly onSend: (written: Written) => void;
  readonly onTyping: () => void;
}): Composer {
  const text = make("textarea", "text");
  text.rows = 1;
  text.maxLength = TEXT_LENGTH_MAX;
  text.enterKeyHint = "send";
  const send = iconButton("send", ARROW_UP);
  send.disabled = true;
  const attach = iconButton("attach", PAPERCLIP);
  attach.hidden = true;
  const attachment = createAttachment(() => weigh());
  const row = make("div", "row", [attach, text, send]);
  // No form: a sandboxed page may not submit one.
  const element = make("div", "composer", [attachment.element, row]);
  let typedAtMs = Number.NEGATIVE_INFINITY;

  function weigh(): void {
    send.disabled = text.value.trim() === "" && attachment.file() === null;
    text.style.height = "auto";
    text.style.height = `${Math.min(text.scrollHeight, HEIGHT_MAX_PX)}px`;
  }

  text.addEventListener("input", () => {
    weigh();
    if (performance.now() - typedAtMs < TYPING_EVERY_MS || text.value.trim() === "") return;
    typedAtMs = performance.now();
    onTyping();
  });
  text.addEventListener("keydown", (event) => {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    // While a word is being composed (Chinese, Japanese, Korean), Enter chooses it.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || isTouch) return;
    event.preventDefault();
    sendNow();
  });
  send.addEventListener("click", sendNow);

  function sendNow(): void {
    if (send.disabled) return;
    onSend({ key: randomId(), text: text.value.trim(), picture: attachment.file() });
    text.value = "";
    typedAtMs = Number.NEGATIVE_INFINITY;
    attachment.clear();
    weigh();
    text.focus();
  }

  attach.addEventListener("click", attachment.choose);

  return {
    element,
    speak(texts) {
      text.placeholder = texts.placeholder;
      text.setAttribute("aria-label", texts.placeholder);
      nameIt(send, texts.send);
      nameIt(attach, texts.attach);
      attachment.speak(texts);
    },
    allowPictures(areAllowed) {
      attach.hidden = !areAllowed;
    },
  };
}

type Attachment = {
  readonly element: HTMLElement;
  readonly file: () => File | null;
  readonly choose: () => void;
  readonly clear: () => void;
  readonly speak: (texts: FrameTexts) => void;
};

/** The one picture that goes along. */
function createAttachment(onChange: () => void): Attachment {
  const input = make("input", "file");
  input.type = "file";
  input.accept = ACCEPTED;
  input.tabIndex = -1;
  input.setAttribute("aria-hidden", "true");
  const preview = make("img", "preview");
  const remove = iconButton("unattach", CROSS);
  const shown = make("div", "attached", [preview, remove]);
  shown.hidden = true;
  let chosen: File | null = null;

  function put(file: File | null): void {
    if (preview.src !== "") URL.revokeObjectURL(preview.src);
    chosen = file;
    shown.hidden = file === null;
    if (file) preview.src = URL.createObjectURL(file);
    else preview.removeAttribute("src");
    input.value = "";
    onChange();
  }

  input.addEventListener("change", () => put(input.files?.[0] ?? null));
  remove.addEventListener("click", () => put(null));
  return {
    element: make("div", "attachment", [input, shown]),
    file: () => chosen,
    choose: () => input.click(),
    clear: () => {
      if (chosen) put(null);
    },
    speak(texts) {
      preview.alt = texts.picture;
      nameIt(remove, texts.remove);
    },
  };
}
