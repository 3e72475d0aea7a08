// @ts-check
// The bill of materials, and the guard of the supply chain (T89). `npm run sbom` writes sbom.json
// (CycloneDX 1.6) from package-lock.json alone; `npm test` runs it with --check. A new package, an
// install script nobody decided on, a download address or a missing hash fails the check, so that
// each of them needs a commit that somebody reads.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{
 *   name?: string, version?: string, license?: string, integrity?: string, resolved?: string,
 *   dev?: boolean, optional?: boolean, devOptional?: boolean, inBundle?: boolean, link?: boolean,
 *   hasInstallScript?: boolean, dependencies?: Record<string, string>,
 *   devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>,
 * }} Locked
 * @typedef {{ lockfileVersion: number, packages: Record<string, Locked> }} Lockfile
 * @typedef {{ version?: string, allowScripts?: Record<string, boolean>,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Manifest
 * @typedef {{ name: string, version: string, purl: string, locked: Locked }} Part
 */

const KINDS = /** @type {const} */ (["dependencies", "devDependencies", "optionalDependencies"]);

/** "node_modules/a/node_modules/@b/c" is the package @b/c. @param {string} path */
function nameAt(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** @param {string} name @param {string} version */
function purlOf(name, version) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** Every third-party package by its path in the lockfile. @param {Lockfile} lockfile */
function partsOf(lockfile) {
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const [path, locked] of Object.entries(lockfile.packages)) {
    if (!path.includes("node_modules/") || locked.link) continue;
    const name = locked.name ?? nameAt(path);
    const version = locked.version ?? "";
    parts.set(path, { name, version, purl: purlOf(name, version), locked });
  }
  return parts;
}

/** The way Node finds a package: beside the asker, then in each folder above. */
/** @param {Map<string, Part>} parts @param {string} from @param {string} name */
function resolvePart(parts, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    if (!folder.endsWith("node_modules")) {
      const found = parts.get(folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`);
      if (found) return found;
    }
    if (folder === "") return null;
  }
}

/** @param {Map<string, Part>} parts @param {string} path @param {Locked} locked */
function dependsOn(parts, path, locked) {
  const names = [...KINDS, /** @type {const} */ ("peerDependencies")].flatMap((kind) =>
    Object.keys(locked[kind] ?? {}),
  );
  const purls = names.map((name) => resolvePart(parts, path, name)?.purl ?? "");
  return [...new Set(purls)].filter((purl) => purl !== "").sort();
}

/** @param {Part} part */
function componentOf({ name, version, purl, locked }) {
  const [group, bare] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const [algorithm, digest] = (locked.integrity ?? "").split(" ")[0]?.split("-") ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    ...(group ? { group } : {}),
    name: bare,
    version,
    scope:
      locked.dev || locked.devOptional ? "excluded" : locked.optional ? "optional" : "required",
    ...(digest ? { hashes: [hashOf(algorithm ?? "", digest)] } : {}),
    ...(locked.license ? { licenses: [licenseOf(locked.license)] } : {}),
    purl,
  };
}

/** @param {string} algorithm @param {string} digest */
function hashOf(algorithm, digest) {
  return {
    alg: algorithm.replace("sha", "SHA-"),
    content: Buffer.from(digest, "base64").toString("hex"),
  };
}

/** @param {string} license */
function licenseOf(license) {
  if (/\b(?:AND|OR|WITH)\b/.test(license)) return { expression: license };
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { license: { name: license } };
}

/** @param {Lockfile} lockfile @returns {string} the text of sbom.json */
export function sbomOf(lockfile) {
  const parts = partsOf(lockfile);
  const root = lockfile.packages[""] ?? {};
  const rootRef = purlOf(root.name ?? "truetick", root.version ?? "0.0.0");
  /** @type {Map<string, object>} */
  const components = new Map();
  /** @type {Map<string, Set<string>>} */
  const graph = new Map([[rootRef, new Set()]]);
  for (const [path, locked] of Object.entries(lockfile.packages)) {
    if (locked.link) continue;
    const part = parts.get(path);
    const ref = part?.purl ?? rootRef;
    if (part) components.set(ref, componentOf(part));
    const known = graph.get(ref) ?? new Set();
    graph.set(ref, new Set([...known, ...dependsOn(parts, path, locked)]));
  }
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": rootRef,
        name: root.name ?? "truetick",
        version: root.version ?? "0.0.0",
        ...(root.license ? { licenses: [licenseOf(root.license)] } : {}),
        purl: rootRef,
      },
    },
    components: sorted(components).map(([, component]) => component),
    dependencies: sorted(graph).map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })),
  };
  return `${JSON.stringify(bill, null, 1)}\n`;
}

/** By code unit, so that the order is the same in every locale. */
/** @template T @param {Map<string, T>} map @returns {[string, T][]} */
function sorted(map) {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * T89: everything about the supply chain that nobody has approved.
 * @param {{ manifests: Record<string, Manifest>, lockfile: Lockfile, sbom: string | null }} chain
 * manifests by folder, "" is the root
 * @returns {string[]}
 */
export function supplyChainBreaches({ manifests, lockfile, sbom }) {
  const breaches = [];
  const decided = manifests[""]?.allowScripts ?? {};
  for (const [path, { name, version, locked }] of partsOf(lockfile)) {
    const where = `package-lock.json: ${path}`;
    if (locked.hasInstallScript && !(name in decided) && !(`${name}@${version}` in decided)) {
      breaches.push(`${where}: install-script: decide on it in package.json allowScripts`);
    }
    if (locked.resolved) {
      breaches.push(`${where}: address: the lockfile carries hashes, never download addresses`);
    }
    if (!locked.integrity && !locked.inBundle) {
      breaches.push(`${where}: integrity: a package without a hash cannot be told from another`);
    }
  }
  for (const [folder, manifest] of Object.entries(manifests)) {
    if (isLocked(manifest, lockfile.packages[folder])) continue;
    breaches.push(
      `${join(folder, "package.json")}: stale-lockfile: run npm install and commit both`,
    );
  }
  if (sbom !== sbomOf(lockfile)) {
    breaches.push("sbom.json: stale-sbom: run npm run sbom, read the difference, commit it");
  }
  return breaches;
}

/** @param {Manifest} manifest @param {Locked | undefined} locked */
function isLocked(manifest, locked) {
  /** @param {Record<string, string> | undefined} list */
  const text = (list) => JSON.stringify(Object.entries(list ?? {}).sort());
  return (
    text(manifest.dependencies) === text(locked?.dependencies) &&
    text(manifest.devDependencies) === text(locked?.devDependencies)
  );
}

/** @param {string} root */
function readChain(root) {
  /** @param {string} path */
  const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
  /** @type {Lockfile} */
  const lockfile = read("package-lock.json");
  const folders = Object.keys(lockfile.packages).filter((path) => !path.includes("node_modules/"));
  const present = folders.filter((folder) => existsSync(join(root, folder, "package.json")));
  return {
    lockfile,
    manifests: Object.fromEntries(
      present.map((folder) => [folder, read(join(folder, "package.json"))]),
    ),
    sbom: existsSync(join(root, "sbom.json"))
      ? readFileSync(join(root, "sbom.json"), "utf8")
      : null,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const chain = readChain(root);
  const text = sbomOf(chain.lockfile);
  const isCheck = process.argv.includes("--check");
  if (!isCheck) writeFileSync(join(root, "sbom.json"), text);
  const breaches = supplyChainBreaches(isCheck ? chain : { ...chain, sbom: text });
  for (const breach of breaches) console.error(breach);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
