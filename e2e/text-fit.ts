// Whether every text on the screen fits where it stands: none beyond the edge of the screen, none
// cut by its box, none wider than the button that carries it. An ellipsis is a cut that somebody
// meant, but not on a button or a tab, which must say all they do. Measured in the page, judged
// here; cut-off.ts asks the same of boxes.
import type { Page } from "@playwright/test";

/** Fractions of a pixel are nobody's loss. */
const SLACK_PX = 1.5;

/** One of the boxes around a text, the innermost first. */
type Box = {
  readonly left: number;
  readonly right: number;
  readonly isHidden: boolean;
  readonly isScrolled: boolean;
  readonly isCutting: boolean;
  readonly hasEllipsis: boolean;
  readonly isPressed: boolean;
};

type Measured = {
  readonly said: string;
  readonly left: number;
  readonly right: number;
  readonly boxes: readonly Box[];
};

/** Runs in the page. */
function measure(): Measured[] {
  const around = (element: Element | null): Element[] =>
    element && element !== document.body ? [element, ...around(element.parentElement)] : [];
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  const isSeen = ({ data, parentElement }: Text) =>
    data.trim() !== "" &&
    parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return texts.filter(isSeen).map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    const own = text.parentElement;
    const name = `${own?.tagName.toLowerCase()}.${own?.getAttribute("class")}`;
    const boxes = around(own).map((box) => {
      const { overflowX, contain, clipPath, textOverflow } = getComputedStyle(box);
      const place = box.getBoundingClientRect();
      return {
        left: place.left,
        right: place.right,
        isHidden: clipPath !== "none" || place.width <= 1 || place.height <= 1,
        isScrolled: /auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth,
        isCutting: /hidden|clip/.test(overflowX) || /strict|paint/.test(contain),
        hasEllipsis: textOverflow === "ellipsis",
        isPressed: box.matches("button, [role=tab], [role=radio], nav a"),
      };
    });
    return { said: `“${text.data.trim().slice(0, 40)}” in ${name}`, left, right, boxes };
  });
}

/** What is wrong with one text on a page so wide; null where nothing is. */
function judge({ said, left, right, boxes }: Measured, width: number): string | null {
  for (const box of boxes) {
    if (box.isHidden || box.isScrolled) return null;
    const beyond = Math.round(Math.max(right - box.right, box.left - left));
    if (beyond <= SLACK_PX) continue;
    if (box.isPressed) return `wider than its button by ${beyond}: ${said}`;
    if (!box.isCutting) continue;
    return box.hasEllipsis ? null : `cut by ${beyond}: ${said}`;
  }
  return right > width + SLACK_PX || left < -SLACK_PX ? `beyond the screen: ${said}` : null;
}

/** What does not fit right now, in words; nothing where all is well. */
export async function findMisfits(page: Page): Promise<string[]> {
  const texts = await page.evaluate(measure);
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  const found = texts.map((text) => judge(text, width)).filter((words) => words !== null);
  return [...new Set(found)];
}
