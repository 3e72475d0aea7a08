// An installation as an operator has it on one machine: settings per process, a link to the build
// in force, a supervisor that starts each process from that link, PostgreSQL, NATS, a balancer.
// The supervisor is ours, so that no systemd is needed: `systemctl` on the PATH of commands that
// are run here asks it. Used by upgrade.test.ts. Invariant: nothing that it started outlives
// `stop`.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startBalancer } from "../../scripts/cluster/balancer.mjs";
import { type Kept, keepRunning } from "../../scripts/cluster/keep-running.mjs";
import { ensureNats } from "../../scripts/nats.mjs";
import { later } from "../cluster.ts";
import { freePort, ROOT } from "../program.ts";
import type { Build } from "./build-before.ts";

/** As deploy/systemd/instances has them. */
const CAST = { gateway: 2, engine: 3, feed: 2, jobs: 2 } as const;
const CONNECTIONS_MAX = "250";
const SYSTEMCTL = `#!/bin/sh
exec curl --silent --show-error --fail --max-time 120 --request POST "$SUPERVISOR/$1/$2"
`;

type Member = { readonly role: string; readonly port: number; kept: Kept | null };

export type Installation = {
  /** In front of the gateways. */
  readonly origin: string;
  readonly names: readonly string[];
  readonly originOf: (name: string) => string;
  /** What a process says of itself; null when nothing answers. */
  readonly signsOf: (name: string) => Promise<Record<string, unknown> | null>;
  /** From now on processes are started from that build. */
  readonly turnOver: (build: Build) => void;
  /** Runs commands of the runbook, as its operator would. */
  readonly shell: (words: string) => Promise<string>;
  readonly query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Starts one more process of a role from a build, whatever the link says; once. */
  readonly startBeside: (build: Build, role: string) => Promise<Beside>;
  readonly stop: () => Promise<void>;
};

export type Beside = {
  readonly origin: string;
  /** Its exit code, once it ended. */
  readonly ended: Promise<number | null>;
  /** What it wrote to its standard error. */
  readonly said: () => string;
};

export async function startInstallation(base: string, build: Build): Promise<Installation> {
  const house = new House(base, await freePort());
  house.turnOver(build);
  try {
    await house.start();
  } catch (error) {
    await house.stop();
    throw error;
  }
  return {
    origin: house.origin,
    names: [...house.members.keys()],
    originOf: (name) => house.originOf(name),
    signsOf: (name) => house.signsOf(name),
    turnOver: (next) => house.turnOver(next),
    shell: (words) => house.shell(words),
    query: (text, values) => house.query(text, values),
    startBeside: (one, role) => house.startBeside(one, role),
    stop: () => house.stop(),
  };
}

class House {
  readonly members = new Map<string, Member>();
  readonly origin: string;
  readonly #base: string;
  readonly #port: number;
  readonly #dataDir: string;
  readonly #link: string;
  /** Last started, first ended. */
  readonly #stops: (() => Promise<unknown>)[] = [];
  #shared: Record<string, string> = {};
  #database: pg.Pool | null = null;

  constructor(base: string, port: number) {
    this.#base = base;
    this.#port = port;
    this.#dataDir = join(base, "data");
    this.#link = join(base, "truetick");
    this.origin = `http://127.0.0.1:${port}`;
    for (const folder of ["data", "settings", "bin"]) mkdirSync(join(base, folder));
    chmodSync(this.#dataDir, 0o711);
    writeFileSync(join(base, "bin/systemctl"), SYSTEMCTL, { mode: 0o755 });
  }

  async start(): Promise<void> {
    const databaseUrl = await this.#startDatabase();
    const natsUrl = await this.#startBus();
    this.#shared = {
      PATH: process.env.PATH ?? "",
      SHARDS: "2",
      PUBLIC_ORIGIN: `http://localhost:${this.#port}`,
      DATA_DIR: this.#dataDir,
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      LOG_LEVEL: "error",
      SIM_TRADERS: "0",
    };
    await this.#planMembers();
    await this.#startSupervisor();
    const gateways = [...this.members].filter(([, { role }]) => role === "gateway");
    const balancer = await startBalancer({
      port: this.#port,
      targets: gateways.map(([name, { port }]) => ({ name, port })),
    });
    this.#stops.unshift(balancer.stop);
    for (const name of this.members.keys()) this.#startMember(name);
    await later(async () => (balancer.isReady() ? true : null), 150_000);
  }

  async stop(): Promise<void> {
    await this.#database?.end();
    const ends = [...this.members.values()].map(({ kept }) => kept?.stop());
    await Promise.all(ends);
    for (const stop of this.#stops.splice(0)) await stop();
  }

  originOf(name: string): string {
    return `http://127.0.0.1:${this.#find(name).port}`;
  }

  async signsOf(name: string): Promise<Record<string, unknown> | null> {
    const answer = await fetch(`${this.originOf(name)}/readyz`).catch(() => null);
    return answer && ((await answer.json().catch(() => null)) as Record<string, unknown> | null);
  }

  turnOver({ root }: Build): void {
    symlinkSync(root, `${this.#link}.next`);
    renameSync(`${this.#link}.next`, this.#link);
  }

  async shell(words: string): Promise<string> {
    const env = {
      PATH: `${join(this.#base, "bin")}:${process.env.PATH}`,
      TRUETICK: this.#link,
      SETTINGS: join(this.#base, "settings"),
      SUPERVISOR: this.#shared.SUPERVISOR,
    };
    const { stdout, stderr } = await promisify(execFile)("sh", ["-euc", words], { env });
    return stdout + stderr;
  }

  async query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    this.#database ??= new pg.Pool({ connectionString: this.#shared.DATABASE_URL ?? "", max: 2 });
    return (await this.#database.query(text, values)).rows;
  }

  async startBeside({ root }: Build, role: string): Promise<Beside> {
    const port = await freePort();
    const { command, parameters } = programOf(root, ["main.js"]);
    const child = spawn(command, parameters, {
      env: { ...this.#shared, ROLES: role, PORT: String(port) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    const ended = once(child, "close").then(([code]) => code as number | null);
    this.#stops.unshift(() => {
      child.kill("SIGKILL");
      return ended;
    });
    return { origin: `http://127.0.0.1:${port}`, ended, said: () => said };
  }

  #find(name: string): Member {
    const member = this.members.get(name);
    if (!member) throw new Error(`There is no ${name}`);
    return member;
  }

  async #startDatabase(): Promise<string> {
    let tell: (address: string) => void = () => undefined;
    const ready = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const { stop } = keepRunning({
      name: "PostgreSQL",
      ...programOf(ROOT, ["postgres.js", this.#dataDir, CONNECTIONS_MAX]),
      env: process.env,
      onLine: (line) => {
        if (line.startsWith("ready ")) tell(line.slice("ready ".length));
      },
    });
    this.#stops.unshift(stop);
    return ready;
  }

  async #startBus(): Promise<string> {
    const port = await freePort();
    const program = await ensureNats(console.log);
    const { stop } = keepRunning({
      name: "NATS",
      command: process.execPath,
      parameters: [
        join(ROOT, "scripts/cluster/run-beside.mjs"),
        program,
        ...["--addr", "127.0.0.1", "--port", String(port), "--log", "/dev/null"],
      ],
      env: process.env,
    });
    this.#stops.unshift(stop);
    await later(() => isTaken(port));
    return `nats://127.0.0.1:${port}`;
  }

  async #planMembers(): Promise<void> {
    for (const [role, count] of Object.entries(CAST)) {
      for (let number = 1; number <= count; number += 1) {
        const [name, port] = [`${role}-${number}`, await freePort()];
        this.members.set(name, { role, port, kept: null });
        const settings = `# ${name}\nROLES=${role}\nPORT=${port}\n`;
        writeFileSync(join(this.#base, "settings", `${name}.env`), settings);
      }
    }
  }

  #startMember(name: string): void {
    const member = this.#find(name);
    member.kept = keepRunning({
      name,
      ...programOf(this.#link, ["main.js"]),
      env: { ...this.#shared, ROLES: member.role, PORT: String(member.port) },
    });
  }

  /** As systemd does: it is over when the old process has ended and the new one was started. */
  async #obey(verb: string | undefined, name: string): Promise<void> {
    if (verb !== "restart" && verb !== "stop") throw new Error(`systemctl ${verb} is not known`);
    await this.#find(name).kept?.stop();
    if (verb === "restart") this.#startMember(name);
  }

  async #startSupervisor(): Promise<void> {
    const server: Server = createServer((asked, answer) => {
      const [, verb, unit = ""] = decodeURIComponent(asked.url ?? "").split("/");
      const done = this.#obey(verb, unit.replace(/^truetick@/, ""));
      done.then(
        () => answer.end(),
        (error: unknown) => answer.writeHead(500).end(String(error)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    this.#shared.SUPERVISOR = `http://127.0.0.1:${port}`;
    this.#stops.unshift(async () => {
      server.closeAllConnections();
      server.close();
    });
  }
}

function programOf(root: string, parameters: readonly string[]) {
  return {
    command: process.execPath,
    parameters: [
      "--max-semi-space-size=64",
      join(root, "scripts/cluster/play-role.mjs"),
      ...parameters,
    ],
  };
}

function isTaken(port: number): Promise<true | null> {
  return new Promise((resolve) => {
    const probe = connect({ port, host: "127.0.0.1" }, () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(null));
  });
}
