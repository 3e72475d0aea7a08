// Browser journeys: `x.e2e.ts` runs on a phone and on a desktop, `x.phone.e2e.ts` and
// `x.desktop.e2e.ts` on one of them, and so does what carries a mark (see e2e/languages.ts) or
// stands in e2e/one-size.ts. Each worker starts a server of its own (see e2e/journey.ts), so
// journeys never see each other. `npm test` builds first and finds the browser. With CLUSTER=1
// that server is a cluster.
import { defineConfig, devices } from "@playwright/test";
import { walkedOnlyAt } from "./e2e/one-size.ts";
import { findBrowser } from "./scripts/browser.mjs";

/** Null on a machine without one; build-first.ts says so before anything runs. */
const browser = findBrowser();

/** The phone of the design: 390 by 844, a finger, a phone's user agent. */
const PHONE = {
  ...devices["Pixel 7"],
  viewport: { width: 390, height: 844 },
  screen: { width: 390, height: 844 },
  deviceScaleFactor: 2,
};
const DESKTOP = { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } };

/** A cluster is twelve processes beside the browser; on two cores everything waits for its turn. */
const PATIENCE = process.env.CLUSTER === "1" ? 4 : 1;

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/build-first.ts",
  outputDir: ".cache/e2e",
  fullyParallel: true,
  // A cluster keeps both cores of a small machine busy by itself.
  workers: process.env.CLUSTER === "1" ? 1 : 2,
  forbidOnly: true,
  retries: 0,
  timeout: PATIENCE * 40_000,
  expect: { timeout: PATIENCE * 10_000 },
  reporter: "list",
  use: {
    launchOptions: browser ? { executablePath: browser.path, args: [...browser.args] } : {},
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "dark",
    // Journeys speak of the network themselves; offline.e2e.ts is about the worker.
    serviceWorkers: "block",
    // A trace costs more than the journey itself: ask for one with --trace=on.
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "phone",
      testMatch: /(?<!\.desktop)\.e2e\.ts$/,
      grepInvert: [/@desktop\b/, ...walkedOnlyAt("desktop")],
      use: PHONE,
    },
    {
      name: "desktop",
      testMatch: /(?<!\.phone)\.e2e\.ts$/,
      grepInvert: [/@phone\b/, ...walkedOnlyAt("phone")],
      use: DESKTOP,
    },
  ],
});
