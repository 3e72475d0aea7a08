// Three kinds of tests: pure ones that run on nothing, the server's on a real PostgreSQL, and
// the screens' in a light DOM. Browser journeys are Playwright's (see e2e/).
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "pure",
          include: [
            "packages/{money,engine,proof,contract}/**/*.{test,scenario}.ts",
            "scripts/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          name: "server",
          include: ["packages/{server,simulator}/src/**/*.test.ts"],
          globalSetup: ["packages/server/src/testing/postgres-setup.ts"],
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
    ],
  },
});
