// The line between two panels of the workspace, to be drawn with a pointer or moved with arrows. A
// window splitter by the rules of ARIA: Home and End go to the bounds, Enter folds the panel away
// where that is possible, a double click goes back to the usual size. While it is drawn the new
// size is written on the page at once and told when the pointer lets go.

import { type DOMAttributes, type KeyboardEvent, type PointerEvent, useRef } from "react";
import styles from "./divider.module.css";
import { boundSize, PANEL_BOUNDS, type PanelName } from "./panel-sizes.ts";

const STEP = 16;

/** Which way each panel lies from its divider: before it (grows along) or after it. */
const SIDE = { watchlist: "before", ticket: "after", dock: "after" } as const;

type Pointed = PointerEvent<HTMLDivElement>;
type Draw = { readonly at: number; readonly size: number; readonly sign: number; now: number };

function isRtl(element: Element): boolean {
  return getComputedStyle(element).direction === "rtl";
}

/** +1 where moving along the axis (right, down) makes the panel larger. */
function signOf(name: PanelName, divider: Element): number {
  const sign = SIDE[name] === "before" ? 1 : -1;
  return name !== "dock" && isRtl(divider) ? -sign : sign;
}

function panelOf(name: PanelName, divider: Element): Element | null {
  return SIDE[name] === "before" ? divider.previousElementSibling : divider.nextElementSibling;
}

function sizeOf(name: PanelName, divider: Element, otherwise: number): number {
  const box = panelOf(name, divider)?.getBoundingClientRect();
  if (!box) return otherwise;
  return name === "dock" ? box.height : box.width;
}

/** What the pointer does: takes hold, draws, lets go. */
function useDrawing(
  name: PanelName,
  size: number,
  onSize: (size: number) => void,
): Pick<
  DOMAttributes<HTMLDivElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel"
> {
  const draw = useRef<Draw | null>(null);
  const placeOf = ({ clientX, clientY }: Pointed) => (name === "dock" ? clientY : clientX);
  const move = (event: Pointed) => {
    const drawn = draw.current;
    if (!drawn) return;
    drawn.now = boundSize(name, drawn.size + (placeOf(event) - drawn.at) * drawn.sign);
    event.currentTarget.parentElement?.style.setProperty(`--${name}`, `${drawn.now}px`);
  };
  const end = (event: Pointed) => {
    const divider = event.currentTarget;
    const drawn = draw.current;
    draw.current = null;
    delete divider.dataset.drawn;
    if (!drawn) return;
    if (drawn.now !== drawn.size) onSize(drawn.now);
    else divider.parentElement?.style.setProperty(`--${name}`, `${size}px`);
  };
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      const divider = event.currentTarget;
      divider.setPointerCapture(event.pointerId);
      const from = sizeOf(name, divider, size);
      draw.current = { at: placeOf(event), size: from, sign: signOf(name, divider), now: from };
      divider.dataset.drawn = "";
    },
    onPointerMove: move,
    onPointerUp(event) {
      // The last step may come with the release alone.
      move(event);
      end(event);
    },
    onPointerCancel: end,
  };
}

export function Divider({
  name,
  label,
  size,
  isFolded = false,
  onSize,
  onReset,
  onFold,
}: {
  readonly name: PanelName;
  readonly label: string;
  readonly size: number;
  readonly isFolded?: boolean;
  readonly onSize: (size: number) => void;
  readonly onReset: () => void;
  /** Enter, where the panel can be folded away. */
  readonly onFold?: () => void;
}) {
  const { min, max } = PANEL_BOUNDS[name];
  const drawing = useDrawing(name, size, onSize);
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = keySize({ event, name, size, min, max });
    if (event.key === "Enter" && onFold) onFold();
    else if (next !== null && !isFolded) onSize(boundSize(name, next));
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused and moved
    <div
      role="separator"
      tabIndex={0}
      className={styles.divider}
      data-axis={name === "dock" ? "block" : "inline"}
      data-divider={name}
      aria-orientation={name === "dock" ? "horizontal" : "vertical"}
      aria-label={label}
      aria-valuemin={isFolded ? 0 : min}
      aria-valuemax={max}
      aria-valuenow={isFolded ? 0 : size}
      // Or the browser would begin to drag the link of the row that ends below the line.
      onMouseDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
      }}
      {...(!isFolded && drawing)}
      onDoubleClick={onReset}
      onKeyDown={press}
    />
  );
}

/** The size that a key asks for; null for any other key. */
function keySize({
  event,
  name,
  size,
  min,
  max,
}: {
  readonly event: KeyboardEvent<HTMLDivElement>;
  readonly name: PanelName;
  readonly size: number;
  readonly min: number;
  readonly max: number;
}): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const step = STEP * signOf(name, event.currentTarget);
  const [less, more] = name === "dock" ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  if (event.key === more) return size + step;
  if (event.key === less) return size - step;
  if (event.key === "Home") return min;
  return event.key === "End" ? max : null;
}
