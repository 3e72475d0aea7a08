// Long lists draw only what is near the eye: rows come in chunks, and a chunk that is far from the
// view is replaced by a gap of its own height. Off for lists that are short anyway. The rows are
// inside the element this hook is given, each chunk after a mark that names it (`data-chunk`).

import { type RefObject, useLayoutEffect, useState } from "react";

const ROWS_PER_CHUNK = 20;
/** Shorter lists are drawn whole. */
const ROWS_WHOLE_MAX = 100;
const NEAR_PX = 1_200;

/** Heights of the chunks that are not drawn, by their place. */
export type Gaps = ReadonlyMap<number, number>;

const NO_GAPS: Gaps = new Map();

export function chunksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  if (rows.length <= ROWS_WHOLE_MAX) return [rows];
  const chunks: Row[][] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_CHUNK) {
    chunks.push(rows.slice(at, at + ROWS_PER_CHUNK));
  }
  return chunks;
}

type Span = { readonly top: number; readonly bottom: number };

/** Which chunks are far from the view, and how high each is. `tops` ends with the list's end. */
export function gapsOf(tops: readonly number[], view: Span, kept: number): Gaps {
  const gaps = new Map<number, number>();
  for (let at = 0; at + 1 < tops.length; at += 1) {
    const [top = 0, bottom = 0] = [tops[at], tops[at + 1]];
    const isFar = bottom < view.top - NEAR_PX || top > view.bottom + NEAR_PX;
    if (isFar && at !== kept) gaps.set(at, bottom - top);
  }
  return gaps;
}

function isSame(one: Gaps, other: Gaps): boolean {
  if (one.size !== other.size) return false;
  for (const place of one.keys()) if (!other.has(place)) return false;
  return true;
}

/** The chunk that holds the focus stays, or the focus would be lost. */
function focusedChunk(list: HTMLElement, marks: readonly Element[]): number {
  const { activeElement } = document;
  if (!activeElement || !list.contains(activeElement)) return -1;
  const after = marks.findIndex((mark) => {
    return Boolean(activeElement.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  return (after === -1 ? marks.length : after) - 1;
}

function look(list: HTMLElement, scroller: Element): Gaps {
  const marks = [...list.querySelectorAll("[data-chunk]")];
  const tops = marks.map((mark) => mark.getBoundingClientRect().top);
  const end = list.getBoundingClientRect().bottom;
  return gapsOf([...tops, end], scroller.getBoundingClientRect(), focusedChunk(list, marks));
}

export function useChunks(list: RefObject<HTMLElement | null>, chunkCount: number): Gaps {
  const [gaps, setGaps] = useState(NO_GAPS);
  useLayoutEffect(() => {
    const scroller = list.current?.closest("[data-scroller]");
    if (chunkCount < 2 || !scroller) {
      setGaps(NO_GAPS);
      return;
    }
    let frame = 0;
    const update = () => {
      frame = 0;
      const element = list.current;
      if (!element) return;
      const next = look(element, scroller);
      setGaps((known) => (isSame(known, next) ? known : next));
    };
    const ask = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    scroller.addEventListener("scroll", ask, { passive: true });
    window.addEventListener("resize", ask);
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener("scroll", ask);
      window.removeEventListener("resize", ask);
    };
  }, [list, chunkCount]);
  return gaps;
}
