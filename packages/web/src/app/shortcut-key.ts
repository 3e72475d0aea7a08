// Which shortcut a key press means, if any. Never while somebody types, never together with a
// modifier (those are the browser's and the screen reader's), never behind an open dialog. Letters
// and digits count without Shift; signs such as `/` and `?` are taken as they are typed, because on
// many keyboards they need it. Pure but for reading the event's target.

/** Fields that take no text: a letter pressed on them is free. */
const TAKES_NO_TEXT = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TAKES_NO_TEXT.test(target.type);
  return target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Arrows belong to whatever has the focus; they are free only when nothing has. */
function isTaken(key: string, target: EventTarget | null): boolean {
  return key.startsWith("Arrow") && target !== document.body;
}

/** "b", "/", "1", "ArrowDown"; null for a press that is not for us. */
export function shortcutKey(event: KeyboardEvent): string | null {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.isComposing || event.defaultPrevented) return null;
  if (isTyping(target) || isTaken(key, target)) return null;
  if (document.querySelector("dialog[open]")) return null;
  const isPlain = LETTER_OR_DIGIT.test(key);
  if (isPlain && (event.shiftKey || event.repeat)) return null;
  return isPlain ? key.toLowerCase() : key;
}
