// Four kinds of tests: pure ones that run on nothing, the server's on a real PostgreSQL, the
// screens' in a light DOM, and the whole program's, which start and kill what was built, one file
// after the other and never beside the rest: they measure. Browser journeys are Playwright's.
import { defineConfig } from "vitest/config";

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
            "scripts/**/*.test.ts",
          ],
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
        },
      },
      {
        test: {
          name: "screens",
          environment: "happy-dom",
          include: ["packages/{ui,web,desk}/src/**/*.test.{ts,tsx}"],
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
