// Makes elements of a class with what is inside of them. Text is text: nothing here, or anywhere in
// the framed page, takes markup (T31).

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  inside: string | readonly (Node | null)[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  if (typeof inside === "string") element.textContent = inside;
  else element.append(...inside.filter((node) => node !== null));
  return element;
}

/** One stroke of the icon set that both apps use, drawn by its path. */
export function icon(paths: readonly string[], size: number): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const drawn = document.createElementNS(space, "svg");
  const looks = {
    viewBox: "0 0 24 24",
    width: String(size),
    height: String(size),
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
  };
  for (const [name, look] of Object.entries(looks)) drawn.setAttribute(name, look);
  for (const path of paths) {
    const stroke = document.createElementNS(space, "path");
    stroke.setAttribute("d", path);
    drawn.append(stroke);
  }
  return drawn;
}

/** Draws a button that is an icon; its name is given later, with the language. */
export function iconButton(className: string, paths: readonly string[]): HTMLButtonElement {
  const button = make("button", className, [icon(paths, 20)]);
  button.type = "button";
  return button;
}

/** Names it for screen readers and as a tip. */
export function nameIt(button: HTMLButtonElement, name: string): void {
  button.setAttribute("aria-label", name);
  button.title = name;
}
