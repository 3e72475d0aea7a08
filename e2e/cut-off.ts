// Finds what a reader cannot see on a screen that is too narrow for it: a page that scrolls
// sideways, a thing that sticks out, a text that ends without saying so. Measured in the page,
// judged here.
import type { Page } from "@playwright/test";

/** Fractions of a pixel are nobody's loss. */
const SLACK = 1.5;

type Measured = {
  readonly name: string;
  readonly overflowX: string;
  /** An ellipsis or a number of lines says that there is more. */
  readonly saysMore: boolean;
  readonly needs: number;
  readonly has: number;
  readonly left: number;
  readonly right: number;
  readonly hasWords: boolean;
  /** Something around it can be pushed sideways to see it. */
  readonly isReachable: boolean;
};

/**
 * What is drawn and is not meant to be pushed sideways: chips, charts, and what says so itself.
 * Of a long table the first rows are read: the others are the same row again.
 */
function measure(page: Page): Promise<Measured[]> {
  return page.evaluate(() => {
    const skipped =
      "[role=radiogroup], [role=img], svg, canvas, [data-scrolls-sideways], tr:nth-child(n+9)";
    const found: Measured[] = [];
    const visit = (element: Element, isReachable: boolean) => {
      const { overflowX, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
      const isSeen = element.checkVisibility({ opacityProperty: true });
      if (!isSeen || clipPath === "inset(50%)" || element.matches(skipped)) return;
      const { left, right } = element.getBoundingClientRect();
      const words = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
      const isPushed = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth;
      found.push({
        name: `${element.tagName.toLowerCase()}.${element.getAttribute("class")} “${words}”`,
        overflowX,
        saysMore: textOverflow === "ellipsis" || webkitLineClamp !== "none",
        needs: element.scrollWidth,
        has: element.clientWidth,
        left,
        right,
        hasWords: [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === 3 && (textContent ?? "").trim() !== "",
        ),
        isReachable,
      });
      for (const child of element.children) visit(child, isReachable || isPushed);
    };
    for (const child of document.body.children) visit(child, false);
    return found;
  });
}

/** What is wrong with one thing on a page so wide; null where nothing is. */
function judge(thing: Measured, width: number): string | null {
  const { name, overflowX, saysMore, needs, has, left, right, hasWords, isReachable } = thing;
  const isWider = has > 0 && needs > has + SLACK;
  if (isWider && /auto|scroll/.test(overflowX)) return `${needs} in ${has}: ${name}`;
  if (isWider && hasWords && /hidden|clip/.test(overflowX) && !saysMore) return `cut: ${name}`;
  const isOut = right > width + SLACK || left < -SLACK;
  if (isOut && hasWords && !isReachable) return `out, ${left} to ${right}: ${name}`;
  return null;
}

/** What is cut off right now, in words; nothing where all is well. */
export async function findCutOff(page: Page): Promise<string[]> {
  const { needs, width } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { needs: scrollWidth, width: clientWidth };
  });
  const things = await measure(page);
  const found = things.map((thing) => judge(thing, width)).filter((words) => words !== null);
  return needs > width ? [`page: ${needs} in ${width}`, ...found] : found;
}
