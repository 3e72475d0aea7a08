// A row of filters of which exactly one is on. A radio group by nature: one stop for Tab, arrows
// move the choice. The row scrolls sideways and keeps the chosen chip in view.

import { type KeyboardEvent, useEffect, useRef } from "react";
import styles from "./chips.module.css";
import { classNames } from "./class-names.ts";
import type { Icon } from "./icon.ts";

export type Chip = { readonly id: string; readonly label: string; readonly icon?: Icon };

/** The look of a chip, for buttons that open or take away; `data-on` marks what is on. */
export function chipClass(): string {
  return classNames(styles.chip);
}

function neighbourOf(chips: readonly Chip[], chosen: string, step: number): Chip | undefined {
  const at = chips.findIndex((chip) => chip.id === chosen);
  return chips[(at + step + chips.length) % chips.length];
}

/** Which way an arrow key moves in this direction of reading; 0 for any other key. */
function stepOf(event: KeyboardEvent<HTMLElement>): number {
  const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
  if (event.key === "ArrowRight") return isRtl ? -1 : 1;
  if (event.key === "ArrowLeft") return isRtl ? 1 : -1;
  return 0;
}

export function ChipRow({
  chips,
  chosen,
  label,
  isDense = false,
  className,
  onChoose,
}: {
  readonly chips: readonly Chip[];
  readonly chosen: string;
  /** Names the group for screen readers. */
  readonly label: string;
  readonly isDense?: boolean;
  readonly className?: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen chip is read from the page
  useEffect(() => {
    const look = () => {
      const chip = row.current?.querySelector<HTMLElement>("[aria-checked=true]");
      if (!chip || !row.current) return;
      const place = chip.getBoundingClientRect();
      const view = row.current.getBoundingClientRect();
      if (place.left >= view.left && place.right <= view.right) return;
      // Only the row: the page around it stays where the reader has it.
      row.current.scrollBy({ left: (place.left + place.right - view.left - view.right) / 2 });
    };
    // In the next frame, where the page is laid out anyway.
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [chosen]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = neighbourOf(chips, chosen, stepOf(event));
    if (!next || next.id === chosen) return;
    event.preventDefault();
    onChoose(next.id);
    row.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div
      ref={row}
      className={classNames(styles.row, isDense && styles.dense, className)}
      role="radiogroup"
      aria-label={label}
      onKeyDown={move}
    >
      {chips.map(({ icon: Shape, ...chip }) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot hold the chip's shape
        <button
          key={chip.id}
          type="button"
          role="radio"
          data-chip={chip.id}
          aria-checked={chip.id === chosen}
          tabIndex={chip.id === chosen ? 0 : -1}
          className={chipClass()}
          onClick={() => onChoose(chip.id)}
        >
          {Shape && <Shape size={14} strokeWidth={2} />}
          {chip.label}
        </button>
      ))}
    </div>
  );
}
