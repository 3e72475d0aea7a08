// What nobody uses is a failure: files, exports and dependencies, style sheets included. Packages
// export their sources, so an export counts as used only when another file imports it.
import type { KnipConfig } from "knip";

/** What a style sheet refers to, as imports: other sheets, and files of packages such as fonts. */
function importsOfStyles(text: string): string {
  const references = text.matchAll(/(?:@import\s+|url\(\s*)["']([^"')]+)["']/g);
  return [...references]
    .map(([, path]) => path ?? "")
    .filter((path) => !/^(?:data:|https?:|\/)/.test(path))
    .map((path) => `import "${path}";`)
    .join("\n");
}

const config: KnipConfig = {
  compilers: { css: importsOfStyles },
  // A type may be exported for the sake of whoever reads the signature beside it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    ".": {
      entry: [
        "scripts/*.mjs",
        // Programs that the cluster starts as processes of their own.
        "scripts/cluster/{play-role,run-beside}.mjs",
        "e2e/**/*.e2e.ts",
        "e2e/screens.ts",
        "bench/*/*.ts",
        // Servers and clients that a bench starts as processes of their own.
        "bench/*/parts/*-{server,load}.ts",
      ],
      project: ["scripts/**/*.{mjs,ts}", "e2e/**/*.ts", "bench/**/*.ts", "*.ts"],
      // Tools of a bench or a test, run as programs; without them it says so and goes on.
      ignoreBinaries: [
        "nats-server",
        "taskset",
        "kubectl",
        "openssl",
        "systemd-analyze",
        "mount",
        "umount",
      ],
    },
    "packages/*": { project: ["src/**/*.{ts,tsx,css}"] },
    "packages/engine": {
      entry: ["scenarios/*.scenario.ts"],
      project: ["src/**/*.ts", "scenarios/**/*.ts"],
    },
    "packages/server": {
      // Programs that the server and tests start as processes of their own.
      entry: [
        "src/main.ts",
        "src/platform/postgres/postgres-program.ts",
        "programs/{encode-picture,keeper-thread,verify-thread}.mjs",
        "src/**/testing/*-{child,owner,program}.ts",
      ],
      project: ["src/**/*.ts", "programs/*.mjs", "*.ts"],
    },
    "packages/web": {
      // The worker and the framed page are built by themselves (worker-plugin.ts, frame-plugin.ts).
      entry: ["public/*.js", "src/pwa/service-worker.ts", "src/support-frame/main.ts"],
      project: ["src/**/*.{ts,tsx,css}", "*.ts"],
    },
  },
};

export default config;
