// Long languages on narrow phones: on every screen, at 390 and at 360 px, each text fits where it
// stands. One page goes from screen to screen as the app itself does, so that a language costs
// seconds.
import type { Page } from "@playwright/test";
import { languageOf, SCREEN_PATHS } from "@truetick/contract";
import { expect, test } from "./journey.ts";
import { makeMember } from "./people.ts";
import { findMisfits } from "./text-fit.ts";

/** Hundreds of screens take their time, more so on a busy machine. */
const WALK_TIMEOUT_MS = 240_000;
const HEIGHT = 800;
const WIDTHS = [390, 360];
/** The widest words of each script; every other language is shorter than one of these. */
const LONG_LANGUAGES = [
  ["de", "ru", "fr", "my"],
  ["vn", "th", "hi"],
];
const DOOR = ["/login", "/register", "/forgot"];
const INSIDE = SCREEN_PATHS.filter((path) => !DOOR.includes(path));

/** Goes there as a link of the app would, without loading the page again. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  const screen = page.locator(`[data-screen="${path}"]`);
  await expect(screen.locator("h1").first(), path).toBeAttached();
  await expect(screen.locator("[role=status][aria-label]"), `${path} has loaded`).toHaveCount(0);
}

/** Runs before the app does, once for each language: a browser that has only chosen this one. */
function beginAnew({ language, place }: { language: string; place: number }): void {
  // A framed page of no origin keeps nothing.
  if (window.top !== window) return;
  if (Number(sessionStorage.getItem("place") ?? -1) >= place) return;
  sessionStorage.setItem("place", String(place));
  localStorage.clear();
  localStorage.setItem("truetick.language", language);
}

for (const languages of LONG_LANGUAGES) {
  test.describe(`in ${languages.join(", ")}`, () => {
    test.use({ language: null });

    test("every text fits its place on narrow phones", async ({ page, platform, door }) => {
      test.setTimeout(WALK_TIMEOUT_MS);
      const misfits: string[] = [];
      const look = async (language: string, path: string) => {
        await visit(page, path);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          const found = await findMisfits(page);
          misfits.push(...found.map((what) => `${language} ${path} ${width}: ${what}`));
        }
      };
      for (const [place, language] of languages.entries()) {
        // A member for each: an account keeps the language it was first used in.
        const member = await makeMember(platform, `long-${language}`);
        await page.addInitScript(beginAnew, { language, place });
        await page.goto("/login");
        for (const path of DOOR) await look(language, path);
        await door.enterAs(member, "/user");
        for (const path of INSIDE) await look(language, path);
        await expect(page.locator("html")).toHaveAttribute("lang", languageOf(language).tag);
      }
      expect([...new Set(misfits)]).toEqual([]);
    });
  });
}
