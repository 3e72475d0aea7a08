// How the trader's app is built and served in development. Hashed names under assets/, nothing
// inlined (the policy of the pages allows no inline script, style or font), and the typeface of the
// figures is asked for together with the page.

import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin, type Rolldown } from "vite";
import { catalogues } from "./catalogue-plugin.ts";
import { chartLibrary } from "./chart-library-plugin.ts";
import { earlyFiles } from "./early-files-plugin.ts";
import { supportFrame } from "./frame-plugin.ts";
import { serviceWorker } from "./worker-plugin.ts";

/**
 * What every visit begins with, in three files: the libraries, which rarely change, our own, and
 * the lists of markets. Only what the entry itself stands on (`$initial`) is in the first two, so
 * that a screen that nobody has opened costs nobody anything.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: "libraries", test: /\/node_modules\/(?!klinecharts)/, tags: ["$initial"] },
  { name: "base", test: /\/packages\//, tags: ["$initial"] },
  { name: "markets", test: /\/web\/src\/(?:markets|quotes)\// },
  // What two or more of the later screens share comes with the first of them.
  {
    name: "screens",
    test: /\/(?:lucide-react|packages\/(?:ui|contract|web\/src\/(?!orders|ticket|trade|chart|proof)\w+))\//,
    minShareCount: 2,
  },
  // What /trade shares with /order and others, which would come in a dozen crumbs.
  { name: "dealing", test: /\/web\/src\/(?:orders|ticket|trade)\//, minShareCount: 2 },
];
const FIGURES = /inter-latin-wght-normal-[\w-]+\.woff2$/;

function preloadFigures(): Plugin {
  return {
    name: "truetick-preload-figures",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => FIGURES.test(name));
        if (!file) throw new Error("Invariant: the build carries the typeface of the figures");
        const attrs = { rel: "preload", as: "font", crossorigin: "", href: `/${file}` };
        return [{ tag: "link", attrs: { ...attrs, type: "font/woff2" }, injectTo: "head" }];
      },
    },
  };
}

export default defineConfig(({ mode }) => {
  const { DEV_SERVER: target = "http://localhost:8080" } = loadEnv(mode, process.cwd(), "DEV_");
  return {
    base: "/",
    plugins: [
      react(),
      catalogues(),
      chartLibrary(),
      preloadFigures(),
      earlyFiles(),
      supportFrame(),
      serviceWorker(),
    ],
    build: {
      target: "es2022",
      outDir: "dist",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          // Fewer requests before the first paint than a file for every shared crumb.
          codeSplitting: { groups: GROUPS },
        },
      },
    },
    server: {
      proxy: {
        "/api": target,
        "/files": target,
        "/pictures": target,
        "/v1": { target, ws: true },
        // Built into files of its own (frame-plugin.ts), also in development.
        "/support": target,
      },
    },
  };
});
