// Every screen of the app is accessible, dark and light, and says that nothing is real (H13).
import { STILL, WALK_TIMEOUT_MS, walkAsMember, walkAsVisitor } from "./every-screen.ts";
import { test } from "./journey.ts";

test.use(STILL);

test("a visitor finds every open screen accessible and honest", async ({ page, texts }) => {
  test.setTimeout(WALK_TIMEOUT_MS);
  await walkAsVisitor(page, texts("shell.sandbox"));
});

test("a member finds every own screen accessible and honest", async ({ page, platform, texts }) => {
  test.setTimeout(WALK_TIMEOUT_MS);
  await walkAsMember(page, platform, texts("shell.sandbox"));
});
