// T89: plants every change of the supply chain that must not slip in unread, and sees it named.
import { describe, expect, it } from "vitest";
import { type Locked, sbomOf, supplyChainBreaches } from "./sbom.mjs";

const HASH = `sha512-${Buffer.alloc(64, 7).toString("base64")}`;

function lockfileOf(changes: Record<string, Locked> = {}) {
  return {
    lockfileVersion: 3,
    packages: {
      "": { name: "truetick", version: "0.1.0", devDependencies: { tool: "2.0.0" } },
      "packages/web": {
        name: "@truetick/web",
        version: "0.1.0",
        dependencies: { "@a/b": "1.0.0" },
      },
      "node_modules/@truetick/web": { resolved: "packages/web", link: true },
      "node_modules/@a/b": {
        version: "1.0.0",
        integrity: HASH,
        license: "MIT",
        dependencies: { deep: "^1.0.0" },
      },
      "node_modules/deep": { version: "2.0.0", integrity: HASH, license: "(MIT OR Apache-2.0)" },
      "node_modules/@a/b/node_modules/deep": { version: "1.5.0", integrity: HASH },
      "node_modules/tool": { version: "2.0.0", integrity: HASH, dev: true, hasInstallScript: true },
      ...changes,
    },
  };
}

function chainOf(changes: Record<string, Locked> = {}) {
  return {
    manifests: {
      "": { devDependencies: { tool: "2.0.0" }, allowScripts: { tool: false } },
      "packages/web": { dependencies: { "@a/b": "1.0.0" } },
    },
    lockfile: lockfileOf(changes),
    sbom: sbomOf(lockfileOf(changes)),
  };
}

/** The rule is the word before the last colon's sentence. */
function rulesIn(breaches: string[]): string[] {
  return breaches.map((breach) => breach.split(": ").at(-2) ?? "");
}

const LATE = { version: "9.9.9", integrity: HASH };

describe("T89 the supply chain", () => {
  it("passes when everything was approved", () => {
    expect(supplyChainBreaches(chainOf())).toEqual([]);
  });

  it("refuses an install script that nobody decided on", () => {
    const chain = chainOf({ "node_modules/late": { ...LATE, hasInstallScript: true } });
    const where = "package-lock.json: node_modules/late";
    expect(supplyChainBreaches(chain)).toEqual([
      `${where}: install-script: decide on it in package.json allowScripts`,
    ]);
  });

  it("refuses a new transitive package until the bill of materials is committed", () => {
    const chain = { ...chainOf({ "node_modules/late": LATE }), sbom: chainOf().sbom };
    expect(rulesIn(supplyChainBreaches(chain))).toEqual(["stale-sbom"]);
  });

  it("refuses another hash under an old version, and a missing bill of materials", () => {
    const tampered = { ...LATE, version: "2.0.0", integrity: HASH.replace("B", "C") };
    const chain = { ...chainOf({ "node_modules/deep": tampered }), sbom: chainOf().sbom };
    expect(rulesIn(supplyChainBreaches(chain))).toEqual(["stale-sbom"]);
    expect(rulesIn(supplyChainBreaches({ ...chainOf(), sbom: null }))).toEqual(["stale-sbom"]);
  });

  it("refuses a download address and a missing hash", () => {
    const changes = {
      "node_modules/late": { ...LATE, resolved: "https://example.test/late.tgz" },
      "node_modules/bare": { version: "1.0.0" },
    };
    expect(rulesIn(supplyChainBreaches(chainOf(changes)))).toEqual(["address", "integrity"]);
  });

  it("refuses a manifest that the lockfile does not know", () => {
    const chain = chainOf();
    const manifests = { ...chain.manifests, "packages/web": { dependencies: { late: "1.0.0" } } };
    expect(supplyChainBreaches({ ...chain, manifests })).toEqual([
      "packages/web/package.json: stale-lockfile: run npm install and commit both",
    ]);
  });
});

describe("the bill of materials", () => {
  const bill = JSON.parse(sbomOf(lockfileOf()));

  it("lists every third-party package once with its hash and licence", () => {
    expect(bill.components.map((part: { purl: string }) => part.purl)).toEqual([
      "pkg:npm/%40a/b@1.0.0",
      "pkg:npm/deep@1.5.0",
      "pkg:npm/deep@2.0.0",
      "pkg:npm/tool@2.0.0",
    ]);
    expect(bill.components[0]).toMatchObject({
      group: "@a",
      name: "b",
      scope: "required",
      hashes: [{ alg: "SHA-512", content: "07".repeat(64) }],
      licenses: [{ license: { id: "MIT" } }],
    });
    expect(bill.components[2].licenses).toEqual([{ expression: "(MIT OR Apache-2.0)" }]);
    expect(bill.components[3].scope).toBe("excluded");
  });

  it("draws the graph as Node resolves it: the nearest copy wins", () => {
    expect(bill.dependencies).toContainEqual({
      ref: "pkg:npm/%40a/b@1.0.0",
      dependsOn: ["pkg:npm/deep@1.5.0"],
    });
    expect(bill.dependencies).toContainEqual({
      ref: "pkg:npm/truetick@0.1.0",
      dependsOn: ["pkg:npm/%40a/b@1.0.0", "pkg:npm/tool@2.0.0"],
    });
  });

  it("is the same whatever order the lockfile has", () => {
    const lockfile = lockfileOf();
    const packages = Object.fromEntries(Object.entries(lockfile.packages).reverse());
    expect(sbomOf({ ...lockfile, packages })).toBe(sbomOf(lockfile));
  });
});
