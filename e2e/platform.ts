// A running platform for one worker of the browser tests: its own folder, port and PostgreSQL, the
// same prices every time. Ends as an operator would end it. Used by journey.ts and screens.ts. With
// CLUSTER=1 every platform is a cluster instead of one process, whatever its settings.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATOR_SETTINGS } from "./operators.ts";
import { Outbox } from "./outbox.ts";
import { freePort, type Program, startProgram } from "./program.ts";

/** Under root, PostgreSQL has a user of its own who must be able to pass. */
const PASSABLE = 0o711;
const IS_CLUSTER = process.env.CLUSTER === "1";
/** For starting and ending it, on a machine that has much else to do. */
export const PLATFORM_MAX_MS = IS_CLUSTER ? 240_000 : 90_000;
/** What each start of a platform adds to a journey that does it itself. */
export const START_MS = IS_CLUSTER ? 90_000 : 0;

type Settings = Readonly<Record<string, string>>;

export type Platform = {
  /** Scheme, host and port; no slash at the end. */
  readonly origin: string;
  readonly dataDir: string;
  /** Every message that it sent to anybody. */
  readonly outbox: Outbox;
  /** Ends it, waits as long as a deployment takes, and starts it again at the same address. */
  readonly restart: (pauseMs: number, changed?: Settings) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** `others` are settings beside those that every journey needs. */
export async function startPlatform(others: Settings = {}): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-e2e-"));
  await chmod(dataDir, PASSABLE);
  const port = await freePort();
  const settings: Settings = {
    PORT: String(port),
    MODE: "sandbox",
    SIM_SEED: "20240115",
    LOG_LEVEL: "warn",
    // New payout methods and announced changes wait this long instead of a minute.
    COOLING_SEC: "3",
    NOTICE_SEC: "3",
    // Twelve processes and a browser on few cores are slow, not gone.
    ...(IS_CLUSTER && { LEASE_SECONDS: "30" }),
    ...OPERATOR_SETTINGS,
    ...others,
  };
  const shape = IS_CLUSTER ? "cluster" : "alone";
  const start = (changed: Settings = {}) =>
    startProgram({ dataDir, shape, settings: { ...settings, ...changed } });
  let program = await start();
  return {
    // The address the server prints, which is its own origin too.
    origin: `http://localhost:${port}`,
    dataDir,
    outbox: new Outbox(dataDir),
    restart: async (pauseMs, changed) => {
      await endWell(program);
      await new Promise((resume) => setTimeout(resume, pauseMs));
      program = await start(changed);
    },
    stop: async () => {
      await endWell(program);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function endWell(program: Program): Promise<void> {
  const { code, stdout, stderr } = await program.end("SIGTERM");
  if (code !== 0) throw new Error(`The server ended with ${code}:\n${stdout}${stderr}`);
}
