// @ts-check
// What package.json and package-lock.json promise: exact versions, our packages in their
// permitted direction, no download addresses. The supply chain itself is `scripts/sbom.mjs`.
import { checkPackageDependency } from "./imports.mjs";
import { lineAt } from "./source.mjs";

/** @typedef {import("./source.mjs").File} File */
/** @typedef {import("./source.mjs").Breach} Breach */

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "overrides"];

/** @param {File} file @returns {Breach[]} */
export function checkVersions(file) {
  if (!/(?:^|\/)package\.json$/.test(file.path)) return [];
  const manifest = JSON.parse(file.text);
  return dependenciesOf(manifest).flatMap(([name, version]) => {
    const line = lineAt(file.text, file.text.indexOf(`"${name}":`));
    const breaches = checkPackageDependency(file.path, name).map((found) => ({ line, ...found }));
    if (EXACT.test(version)) return breaches;
    const what = `${name} is "${version}"; pin one exact version`;
    return [...breaches, { line, rule: "exact-version", what }];
  });
}

/** @param {Record<string, Record<string, string>>} manifest @returns {[string, string][]} */
function dependenciesOf(manifest) {
  return KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
}

/** @param {File} file @returns {Breach[]} */
export function checkLockfileAddresses(file) {
  if (!file.path.endsWith("package-lock.json")) return [];
  return file.text.split("\n").flatMap((text, index) =>
    /"resolved":\s*"[\w+]+:/.test(text)
      ? [
          {
            line: index + 1,
            rule: "lockfile-address",
            what: "set omit-lockfile-registry-resolved=true in .npmrc and write the lockfile anew",
          },
        ]
      : [],
  );
}
