// How the trader's app is built and served in development. Hashed names under assets/, nothing
// inlined (the policy of the pages allows no inline script, style or font), and the typeface of the
// figures is asked for together with the page.

import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin, type Rolldown } from "vite";
import { catalogues } from "./catalogue-plugin.ts";
import { chartLibrary } from "./chart-library-plugin.ts";
import { compileAhead } from "./compile-ahead-plugin.ts";
import { earlyFiles } from "./early-files-plugin.ts";
import { supportFrame } from "./frame-plugin.ts";
import { serviceWorker } from "./worker-plugin.ts";

/** What only two or three screens share. */
const OF_FEW = new RegExp(
  [
    "/ui/src/forms/",
    "/web/src/(?:account|changes|door|login)/",
    "/contract/src/(?:market-change|period)",
  ].join("|"),
);
const OWN_CODE = /\/(?:lucide-react|packages\/(?:ui|contract|web))\//;

/**
 * What every visit begins with, in three files: the libraries, which rarely change, our own, and
 * the lists of markets. Only what the entry itself stands on (`$initial`) is in the first two, so
 * that a screen that nobody has opened costs nobody anything. What later screens share comes with
 * the first of them: in one file what many share, in another what few do, and one more for each
 * area of the app; a file for every crumb would cost more than the crumbs. The order matters: what
 * a group stands on and no group before it has is in it too.
 */
const SHARED = 2;
const SHARED_BY_MANY = 5;
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: "libraries", test: /\/node_modules\/(?!klinecharts)/, tags: ["$initial"] },
  { name: "base", test: /\/packages\//, tags: ["$initial"] },
  { name: "markets", test: /\/web\/src\/(?:markets|quotes)\// },
  { name: "screens", test: OWN_CODE, minShareCount: SHARED_BY_MANY },
  { name: "few-screens", test: OF_FEW, minShareCount: SHARED },
  area("dealing", "orders|ticket|trade"),
  area("proof", "proof|liabilities"),
  area("community", "copy|ranking|copying"),
  area("cashier", "cashier|deposits|withdrawals|wallet|payout-methods|uploads|card|statements"),
  area("news", "news|announcements|content"),
  { name: "icons", test: /\/lucide-react\//, minShareCount: SHARED },
];

/** Folders of the app and of the contract that go together. */
function area(name: string, folders: string): Rolldown.CodeSplittingGroup {
  const test = new RegExp(`/(?:web|contract|proof)/src/(?:${folders})/`);
  return { name, test, minShareCount: SHARED };
}
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
      compileAhead(),
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
