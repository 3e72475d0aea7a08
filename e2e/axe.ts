// Accessibility of what is on the screen right now, by all of axe's rules. None is switched off.
// Of a long table the first rows are read: the others are the same row again, and fifty of them
// would take most of the time of all journeys together.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const FURTHER_ROWS = "tbody tr:nth-child(n+9)";

async function expectNothing(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe
    .exclude(FURTHER_ROWS)
    // No frames of strangers here, so no second page is needed to gather what they say.
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`);
    return [`${id}: ${help}`, ...places].join("\n");
  });
  expect(found, `axe finds nothing${where}`).toEqual([]);
}

export async function expectAccessible(page: Page): Promise<void> {
  await expectNothing(new AxeBuilder({ page }).options({ resultTypes: ["violations"] }), "");
}

/** The other theme differs in its colours alone: only they are read again. Puts the theme back. */
export async function expectContrast(page: Page, theme: "dark" | "light"): Promise<void> {
  const wear = (name: string) =>
    page.evaluate((next) => {
      const { dataset } = document.documentElement;
      const before = dataset.theme ?? "";
      dataset.theme = next;
      return before;
    }, name);
  const before = await wear(theme);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  await expectNothing(axe.withRules(["color-contrast"]), ` in ${theme}`);
  await wear(before);
}
