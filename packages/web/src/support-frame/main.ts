// The page inside the chat's frame: shows the conversation and takes what is written. It is
// sandboxed, of no origin, and can ask nobody for anything; all that it knows comes from the screen
// that frames it (chat/frame-talk.ts). Invariant: words are put on the page as text and never as
// anything else (T31).

import "@truetick/ui/tokens.css";
import "@truetick/ui/fonts.css";
import "@truetick/ui/base.css";
import "./support-frame.css";
import { type FrameLook, readToFrame, type ToFrame, type ToParent } from "../chat/frame-talk.ts";
import { createComposer } from "./composer.ts";
import { make } from "./make.ts";
import { createMessageList } from "./message-list.ts";
import { createPictures } from "./pictures.ts";

/** The address of this page names who may frame it; nobody else is spoken to. */
const OUR_ORIGIN = window.location.origin;

function say(words: ToParent): void {
  window.parent.postMessage(words, OUR_ORIGIN);
}

function wear({ lang, dir, theme }: FrameLook): void {
  const root = document.documentElement;
  root.lang = lang;
  root.dir = dir;
  root.dataset.theme = theme;
}

function start(place: HTMLElement): void {
  const pictures = createPictures((url) => say({ kind: "picture", url }));
  const list = createMessageList({
    pictures,
    onOlder: () => say({ kind: "older" }),
    onSeen: (id) => say({ kind: "read", id }),
    onRetry: (written) => say({ kind: "send", ...written }),
  });
  const composer = createComposer({
    onTyping: () => say({ kind: "typing" }),
    onSend(written) {
      list.addWaiting(written);
      say({ kind: "send", ...written });
    },
  });
  place.append(list.element, make("div", "foot", [list.typing, composer.element]));

  function hear(said: ToFrame): void {
    switch (said.kind) {
      case "look":
        wear(said);
        list.speak(said);
        composer.speak(said.texts);
        return;
      case "thread":
        list.show(said);
        composer.allowPictures(said.canSendImages);
        return;
      case "typing":
        list.showTyping();
        return;
      case "sent":
        list.settle(said.key, said.id);
        return;
      case "refused":
        list.refuse(said.key, said.text);
        return;
      case "picture":
        pictures.take(said.url, said.bytes);
    }
  }

  window.addEventListener("message", ({ source, origin, data }) => {
    if (source !== window.parent || origin !== OUR_ORIGIN) return;
    const said = readToFrame(data);
    if (said) hear(said);
  });
  say({ kind: "ready" });
}

const place = document.getElementById("chat");
// Opened by itself, it has nobody to talk to.
if (place && window.parent !== window) start(place);
