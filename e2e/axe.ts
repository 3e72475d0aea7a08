// Accessibility of what is on the screen right now, by all of axe's rules. None is switched off.
// Of a long table the first rows are read: the others are the same row again, and fifty of them
// would take most of the time of all journeys together.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const FURTHER_ROWS = "tbody tr:nth-child(n+9)";

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .exclude(FURTHER_ROWS)
    .options({ resultTypes: ["violations"] })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`);
    return [`${id}: ${help}`, ...where].join("\n");
  });
  expect(found, "axe finds nothing").toEqual([]);
}
