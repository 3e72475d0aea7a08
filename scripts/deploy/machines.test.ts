// Processes on machines and in containers, as deploy/ has them: units by systemd's own checks,
// shell by running it, compose and Dockerfile by what they refer to. Whatever is named exists,
// nothing runs as root or without a health check.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DEPLOY, isInstalled, parseYaml, ROOT, readText, wordsOf } from "./deploy-files.ts";

const folder = mkdtempSync(join(tmpdir(), "truetick-deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("systemd", () => {
  const units = readdirSync(join(DEPLOY, "systemd"));
  const isUnit = (name: string) => /\.(?:service|target|timer)$/.test(name);

  it.skipIf(!isInstalled("systemd-analyze"))("takes every unit without a word", () => {
    for (const name of units.filter(isUnit)) {
      // Programs of packages that this machine may not have; everything else is as it stands.
      const unit = readText(`deploy/systemd/${name}`).replace(
        /^ExecStart=(\S+)/m,
        (whole, program) => (existsSync(String(program)) ? whole : "ExecStart=/bin/true"),
      );
      writeFileSync(join(folder, name), unit);
    }
    for (const name of units.filter(isUnit)) {
      const started = name.replace("@.", "@gateway-1.");
      const said = spawnSync("systemd-analyze", ["verify", "--man=no", join(folder, started)]);
      expect([name, said.status, String(said.stderr)]).toEqual([name, 0, ""]);
    }
  });

  it.skipIf(!isInstalled("systemd-analyze"))("calls the processes well shut in", () => {
    for (const name of ["truetick@.service", "truetick-nats.service"]) {
      const args = ["security", "--offline=true", "--threshold=20", join(folder, name)];
      const { status, stdout } = spawnSync("systemd-analyze", args);
      expect([name, status, String(stdout).trim().split("\n").at(-1)]).toEqual([
        name,
        0,
        expect.stringContaining("OK"),
      ]);
    }
  });

  it("restarts what a restart can mend, and runs programs that exist", () => {
    const unit = readText("deploy/systemd/truetick@.service");
    expect(unit).toMatch(/^RestartPreventExitStatus=2$/m);
    const main = /^ExecStart=.* (packages\/\S+)$/m.exec(unit)?.[1] ?? "";
    expect(readText("scripts/launch.mjs")).toContain(main);
    const backup = readText("deploy/systemd/truetick-backup.service");
    const program = /^ExecStart=\/opt\/truetick\/(\S+)/m.exec(backup)?.[1] ?? "";
    expect(existsSync(join(ROOT, program))).toBe(true);
  });
});

describe("shell", () => {
  const scripts = ["systemd", "postgresql"].flatMap((place) =>
    readdirSync(join(DEPLOY, place))
      .filter((name) => name.endsWith(".sh"))
      .map((name) => `deploy/${place}/${name}`),
  );

  it.each(scripts)("%s is a script that stops at its first failure", (path) => {
    expect(readText(path)).toMatch(/^#!\/bin\/sh\n# [\s\S]*\nset -eu\n/);
    execFileSync("sh", ["-n", join(ROOT, path)]);
    execFileSync("test", ["-x", join(ROOT, path)]);
  });

  it("keeps a segment once: the same again is fine, another under its name is not", () => {
    const archive = join(folder, "archive");
    execFileSync("mkdir", [archive]);
    const [one, two] = [join(folder, "one"), join(folder, "two")];
    writeFileSync(one, "segment");
    writeFileSync(two, "another");
    const keep = (path: string) =>
      spawnSync(join(DEPLOY, "postgresql/archive-wal.sh"), [path, "0001", archive]).status;
    expect([keep(one), keep(one), keep(two)]).toEqual([0, 0, 1]);
    expect(readFileSync(join(archive, "0001"), "utf8")).toBe("segment");
    expect(readdirSync(archive)).toEqual(["0001"]);
  });
});

describe("docker compose", () => {
  const [compose] = parseYaml(readText("deploy/compose/compose.yaml"));
  const services = Object.entries(compose?.services ?? {}).map(
    ([name, one = {}]) => [name, one] as const,
  );

  it("has every role, and everything healthy, shut in and read-only", () => {
    const roles = services.map(([, one]) => String(one.environment?.ROLES ?? ""));
    expect(roles.filter((role) => role !== "").sort()).toEqual([
      "engine",
      "feed",
      "gateway",
      "jobs",
    ]);
    for (const [name, one] of services.filter(([name]) => name !== "archive-folder")) {
      expect([name, one.restart, one.read_only]).toEqual([name, "always", true]);
      expect([name, wordsOf(one.security_opt)]).toEqual([name, ["no-new-privileges:true"]]);
      if (name !== "proxy")
        expect([name, one.healthcheck?.test]).toEqual([name, expect.anything()]);
    }
    expect(compose?.networks?.inside?.internal).toBe(true);
  });

  it("mounts files that exist and volumes that are declared", () => {
    const declared = Object.keys(compose?.volumes ?? {});
    const mounts = services.flatMap(([, one]) =>
      wordsOf(one.volumes).map((each) => each.split(":")[0]),
    );
    for (const source of mounts) {
      if (source?.startsWith(".") && source !== "./certificates") {
        expect([source, existsSync(join(DEPLOY, "compose", source))]).toEqual([source, true]);
      } else if (!source?.startsWith(".")) expect(declared).toContain(source);
    }
    for (const [, one] of services) {
      for (const name of Object.keys(one.depends_on ?? {})) {
        expect(services.map(([each]) => each)).toContain(name);
      }
    }
  });

  it("builds the image from files that exist, and runs it as an ordinary user", () => {
    const dockerfile = readText("deploy/Dockerfile");
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/src\/(\S+) (\S+)$/gm)];
    expect(copied.length).toBeGreaterThan(4);
    for (const [, source = "", target] of copied) {
      expect(target).toBe(source);
      const isBuilt = source.endsWith("/dist");
      expect([source, existsSync(join(ROOT, isBuilt ? `${source}/..` : source))]).toEqual([
        source,
        true,
      ]);
    }
    const stages = dockerfile.split(/^FROM /m).slice(1);
    expect(stages.at(-1)).toMatch(/^USER 1000:1000$/m);
    expect(stages.at(-1)).toMatch(/^HEALTHCHECK /m);
    const bases = stages.map((stage) => stage.split(/\s/)[0]);
    expect(new Set(bases).size).toBe(1);
    expect(readText("deploy/Dockerfile.dockerignore")).toContain("**/*.env");
  });
});
