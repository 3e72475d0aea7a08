// Four kinds of tests: pure ones that run on nothing, the server's on a real PostgreSQL, the
// screens' in a light DOM, and the whole program's, which start and kill what was built, one file
// after the other and never beside the rest: they measure. Browser journeys are Playwright's.
import { configDefaults, defineConfig } from "vitest/config";

/** Tests without a component that ask for a document all the same; others need no light DOM. */
const ON_A_DOCUMENT = [
  "packages/ui/src/write-text.test.ts",
  "packages/ui/src/state/router.test.ts",
  "packages/desk/src/app/use-keys.test.ts",
  "packages/desk/src/session/{idle,session}.test.ts",
  "packages/web/src/app/{device,lazy-part,shortcut-key}.test.ts",
  "packages/web/src/chart/axis-width.test.ts",
  "packages/web/src/chat/frame-talk.test.ts",
  "packages/web/src/proof/check-sample.test.ts",
  "packages/web/src/session/session-life.test.ts",
  "packages/web/src/settings/preferences.test.ts",
];

export default defineConfig({
  test: {
    // By itself vitest leaves a core free; half of our tests wait for a disk or a clock.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "pure",
          // Files share what they import: most of a short file's time is its imports.
          isolate: false,
          include: [
            "packages/{money,engine,proof,verify,contract}/**/*.{test,scenario}.ts",
            "packages/{ui,web,desk}/src/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, ...ON_A_DOCUMENT],
          // Searches, not waits: a busy machine must not turn them red.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "server",
          isolate: false,
          include: ["packages/{server,simulator}/src/**/*.test.ts"],
          globalSetup: ["packages/server/src/testing/postgres-setup.ts", "scripts/nats-setup.mjs"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Waits, not claims: a second is too short on a busy machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: "screens",
          environment: "happy-dom",
          include: ["packages/{ui,web,desk}/src/**/*.test.tsx", ...ON_A_DOCUMENT],
        },
      },
      {
        test: {
          name: "program",
          include: ["e2e/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
