// Accessibility of what is on the screen right now, by all of axe's rules. None is switched off.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`);
    return [`${id}: ${help}`, ...where].join("\n");
  });
  expect(found, "axe finds nothing").toEqual([]);
}
