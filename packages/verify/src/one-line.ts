// A file's text without the one line feed that may end it. Nothing else is taken away: what was
// written is what is checked.

export function withoutEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
