// The little of Node that tests of this package use to find recorded figures. The package itself
// is compiled without Node, and tidy refuses these imports outside of tests.

declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function readFileSync(path: string, encoding: "utf8"): string;
}

declare module "node:path" {
  export function join(...parts: string[]): string;
}

declare module "node:process" {
  export const env: Readonly<Record<string, string | undefined>>;
}
