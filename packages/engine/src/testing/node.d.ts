// The little of Node that tests of this package use. The package itself is compiled without Node,
// and tidy refuses these imports outside of tests.

declare module "node:process" {
  export const env: Readonly<Record<string, string | undefined>>;
}
