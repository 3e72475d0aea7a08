// Accessibility of what is on the screen right now: WCAG 2.2 A and AA, and axe's own good
// practice. No rule is switched off.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
  const found = violations.map(({ id, help, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`);
    return [`${id}: ${help}`, ...where].join("\n");
  });
  expect(found, "axe finds nothing").toEqual([]);
}
