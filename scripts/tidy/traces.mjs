// @ts-check
// Traces of the machine a change was made on: absolute paths and package registries. The patterns
// are put together from pieces so that this file does not match itself.

/** @typedef {import("./source.mjs").File} File */
/** @typedef {import("./source.mjs").Breach} Breach */

const READ_AS_TEXT =
  /(?:\.(?:ts|tsx|mjs|js|css|sql|sh|html|md|json|yml|yaml|svg|txt|toml)|(?:^|\/)(?:\.[\w-]+|run|Dockerfile|LICENSE))$/;

const OWN_FOLDERS = ["wo" + "rk", "ro" + "ot", "ho" + "me/[\\w.-]+", "Us" + "ers/[\\w.-]+"];
const MACHINE_PATH = new RegExp(`(?<![\\w.~:/$}*-])/(?:${OWN_FOLDERS.join("|")})/[\\w.-]`);
const HOSTS = ["registry\\.npm" + "js\\.", "registry\\.yarn" + "pkg\\.", "npm" + "mirror\\."];
const REGISTRY = new RegExp(`\\b(?:${[...HOSTS, "_auth" + "Token"].join("|")})`, "i");

/** @param {File} file @returns {Breach[]} */
export function checkTraces({ path, text }) {
  if (!READ_AS_TEXT.test(path)) return [];
  return text.split("\n").flatMap((line, index) => {
    const found = MACHINE_PATH.exec(line) ?? REGISTRY.exec(line);
    if (!found) return [];
    return [
      {
        line: index + 1,
        rule: "trace",
        what: `"${found[0].trim()}" exists on one machine only; leave it out`,
      },
    ];
  });
}
