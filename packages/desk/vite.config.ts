// How the operator's app is built and served in development: everything under /desk/, nothing
// inlined (the policy of the pages allows no inline script or style).

import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";

export default defineConfig(({ mode }) => {
  const { DEV_SERVER: target = "http://localhost:8080" } = loadEnv(mode, process.cwd(), "DEV_");
  return {
    base: "/desk/",
    plugins: [react()],
    build: {
      target: "es2022",
      outDir: "dist",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
    server: {
      // The host stays that of the page: the server refuses what comes from elsewhere.
      proxy: Object.fromEntries(
        ["/readyz", "/icons", "/v1", "/files", "/pictures"].map((path) => [
          path,
          { target, ws: path === "/v1" },
        ]),
      ),
    },
  };
});
