// Bundles the server into dist/main.js, and beside it its threads, which keep the proof's logs and
// verify the record, and the PostgreSQL that several processes share (npm run cluster): our own
// packages and the few of npm's that are many files inside, the others outside, as they are.
// Migrations and the apps are files beside it, found at run time (see src/main.ts).
import { defineConfig } from "vite";

/** Hundreds of small files, each of which would be found, read and compiled at every start. */
const MANY_FILES = ["kysely", "zod", "libphonenumber-js"];

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist",
    emptyOutDir: true,
    target: "node20",
    // The lines of a stack are read here as they stand. Maps back to the sources would stay in
    // memory for ever after the first of them: 40 MB in each process.
    minify: false,
    rollupOptions: {
      input: {
        main: "src/main.ts",
        postgres: "src/platform/postgres/postgres-program.ts",
        "keeper-thread": "src/proof/log/keeper-thread.ts",
        "verify-thread": "src/proof/verifier/verify-thread.ts",
      },
      // What both need stands beside them: a few of its files look for others from where they are.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
  ssr: { noExternal: [/^@truetick\//, ...MANY_FILES] },
});
