// The same as every-screen.e2e.ts where everything runs from right to left.
import { STILL, WALK_TIMEOUT_MS, walkAsMember, walkAsVisitor } from "./every-screen.ts";
import { test } from "./journey.ts";

test.use({ ...STILL, language: "ar" });

test("in Arabic every screen is accessible and honest", async ({ page, platform, texts }) => {
  test.setTimeout(WALK_TIMEOUT_MS);
  await walkAsVisitor(page, texts("shell.sandbox"));
  await walkAsMember(page, platform, texts("shell.sandbox"));
});
