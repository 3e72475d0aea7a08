// nginx with the files of deploy/nginx, in front of ports of a test's own. Invariant: only places,
// ports and the certificate differ from what an operator installs.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { ROOT } from "../program.ts";

export const HOST = "trade.example.test";
const NETWORKS_INSIDE = "  127.0.0.0/8 1;\n";
const LISTENS_WITHIN_MS = 10_000;

export type ProxyPlan = {
  readonly nginx: string;
  readonly folder: string;
  readonly ports: { readonly plain: number; readonly secure: number };
  readonly gateways: readonly number[];
  /** False: this machine is not among those that the back office is for. */
  readonly isInside: boolean;
};

/** Writes the files; answers the path of the first. */
function layOutProxy({ folder, ports, gateways, isInside }: ProxyPlan): string {
  mkdirSync(join(folder, "certificates"), { recursive: true });
  makeCertificate(join(folder, "certificates"));
  cpSync(join(ROOT, "deploy/nginx"), folder, { recursive: true });
  writeFileSync(join(folder, "mime.types"), "types { text/html html; }\n");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".conf"))) {
    const path = join(folder, name);
    const given = readFileSync(path, "utf8");
    writeFileSync(path, moved(given, { folder, ports, gateways, isInside }));
  }
  return join(folder, "nginx.conf");
}

function moved(text: string, plan: Omit<ProxyPlan, "nginx">): string {
  const { folder, ports, gateways, isInside } = plan;
  const servers = gateways.map(
    (port) => `  server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;\n`,
  );
  return text
    .replaceAll("/etc/nginx/", `${folder}/`)
    .replace("/run/nginx.pid", `${folder}/nginx.pid`)
    .replace("/dev/stdout", `${folder}/access.log`)
    .replace(/^user nginx;$/m, "daemon off;")
    .replace("worker_rlimit_nofile 100000;\n", "")
    .replace("worker_connections 40000;", "worker_connections 512;")
    .replaceAll(/^\s+listen \[::\]:.*\n/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${ports.plain};`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${ports.secure} `)
    .replace(/(?: {2}server 127\.0\.0\.1:\d+ .*\n)+/, servers.join(""))
    .replace(NETWORKS_INSIDE, isInside ? NETWORKS_INSIDE : "");
}

function makeCertificate(folder: string): void {
  const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const about = ["-nodes", "-days", "1", "-subj", `/CN=${HOST}`];
  execFileSync("openssl", [...kind, ...about, ...files], { stdio: "ignore" });
}

/** Where the package's own folders are not, nginx keeps what it buffers here. */
const kept = (folder: string) =>
  ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");

const parameters = (plan: ProxyPlan, path: string) => [
  "-c",
  path,
  "-p",
  plan.folder,
  "-e",
  "stderr",
];

/** What `nginx -t` says, and whether it is content. */
export function checkProxy(plan: ProxyPlan): { readonly isFine: boolean; readonly said: string } {
  const path = layOutProxy(plan);
  keepBuffers(plan, path);
  const { status, stderr } = spawnSync(plan.nginx, ["-t", ...parameters(plan, path)]);
  return { isFine: status === 0, said: String(stderr) };
}

function keepBuffers({ folder }: ProxyPlan, path: string): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace("http {", `http { ${kept(folder)}`));
}

export async function startProxy(plan: ProxyPlan): Promise<{ readonly stop: () => Promise<void> }> {
  const { isFine, said } = checkProxy(plan);
  if (!isFine) throw new Error(said);
  const path = join(plan.folder, "nginx.conf");
  const child = spawn(plan.nginx, parameters(plan, path), { stdio: "ignore" });
  const ended = once(child, "close");
  await listening(plan.ports.secure);
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function listening(port: number): Promise<void> {
  const endMs = Date.now() + LISTENS_WITHIN_MS;
  for (;;) {
    const isUp = await new Promise<boolean>((resolve) => {
      const probe = connect(port, "127.0.0.1", () => {
        probe.destroy();
        resolve(true);
      });
      probe.once("error", () => resolve(false));
    });
    if (isUp) return;
    if (Date.now() > endMs) throw new Error("nginx does not listen");
    await new Promise((resume) => setTimeout(resume, 50));
  }
}
