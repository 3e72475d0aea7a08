// Bundles the server into dist/main.js: our own packages inside, npm's packages outside, as they
// are. Migrations and the apps are files beside it, found at run time (see src/main.ts).
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    ssr: "src/main.ts",
    outDir: "dist",
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    minify: false,
    rollupOptions: { output: { entryFileNames: "main.js" } },
  },
  ssr: { noExternal: [/^@truetick\//] },
});
