// Where the cluster lives. DATA_DIR/postgres is either the cluster itself or, when the user that
// PostgreSQL runs as cannot get there (root's DATA_DIR under a 0700 home), a symbolic link into
// /var/lib/truetick. Invariant: once a cluster exists, every later start uses exactly that one or
// refuses; a changed folder mode must never make an empty database appear beside the full one.

import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { firstLine, StartRefusal } from "../start-refusal.ts";
import { type ChildUser, canReach, isRoot, nobody } from "./child-user.ts";

export type Placement = {
  /** PostgreSQL's data directory. */
  readonly clusterDir: string;
  /** The folder that holds it, and beside it whatever else PostgreSQL must reach. */
  readonly home: string;
  readonly user: ChildUser;
  /** To be made once the cluster is whole. */
  readonly link: string | null;
};

export const SYSTEM_HOME = "/var/lib/truetick";
const CLUSTER = "postgres";
const PRIVATE = 0o700;
const PUBLIC = 0o755;
/** sun_path holds 108 bytes on Linux and 104 on macOS, with a zero at the end. */
const SOCKET_PATH_BYTES_MAX = 103;
const SOCKET_NAME = "/.s.PGSQL.5432";

export async function placeCluster(
  dataDir: string,
  announce: (line: string) => void,
): Promise<Placement> {
  const path = join(dataDir, CLUSTER);
  const isThere = await lstat(path).catch(() => null);
  if (isThere) return findPlaced(path);
  const user = isRoot() ? await nobody() : null;
  if (await canReach(user, dataDir)) {
    return { clusterDir: path, home: dataDir, user, link: null };
  }
  const home = join(SYSTEM_HOME, `cluster-${randomBytes(6).toString("hex")}`);
  announce(
    `PostgreSQL runs as \`nobody\`, who cannot reach ${dataDir}: the database goes to ${home}.`,
  );
  await makeSystemFolder(home);
  return { clusterDir: join(home, CLUSTER), home, user, link: path };
}

async function findPlaced(path: string): Promise<Placement> {
  const clusterDir = await realpath(path).catch(() => null);
  if (clusterDir === null) {
    throw new StartRefusal(
      `${path} points to a database that is gone. Bring it back, or remove it.`,
    );
  }
  const owner = await stat(clusterDir);
  if (!isRoot()) {
    const home = dirname(path);
    if (owner.uid === process.getuid?.()) return { clusterDir, home, user: null, link: null };
    throw new StartRefusal(
      `${path} belongs to another user (id ${owner.uid}). Start as that user.`,
    );
  }
  const home = dirname(clusterDir);
  const user = owner.uid === 0 ? await nobody() : { uid: owner.uid, gid: owner.gid };
  if (await canReach(user, home)) return { clusterDir, home, user, link: null };
  throw new StartRefusal(
    `The database in ${clusterDir} cannot be reached by user id ${user.uid}, which PostgreSQL ` +
      "runs as. Let others pass through its folders (chmod o+x).",
  );
}

/** Made by root for everybody to pass; what lies inside has modes of its own. */
export async function makeSystemFolder(path: string): Promise<void> {
  try {
    for (const folder of [SYSTEM_HOME, path]) {
      await mkdir(folder, { recursive: true });
      await chmod(folder, PUBLIC);
    }
  } catch (error) {
    throw new StartRefusal(`${path} cannot be made: ${firstLine(error)}.`, { cause: error });
  }
}

export async function linkCluster({ link, clusterDir }: Placement): Promise<void> {
  if (link !== null) await symlink(clusterDir, link);
}

/** A folder of its own that only PostgreSQL's user enters, short enough for a socket's path. */
export async function makeSocketFolder({ home, user }: Placement): Promise<string> {
  const beside = join(home, "postgres-socket");
  const fits = Buffer.byteLength(beside + SOCKET_NAME) <= SOCKET_PATH_BYTES_MAX;
  const folder = fits ? beside : await mkdtemp(join(shortTemporaryFolder(), "truetick-"));
  await makePrivateFolder(folder, user);
  return folder;
}

function shortTemporaryFolder(): string {
  const random = "/truetick-XXXXXX";
  const fits = Buffer.byteLength(tmpdir() + random + SOCKET_NAME) <= SOCKET_PATH_BYTES_MAX;
  return fits ? tmpdir() : "/tmp";
}

export async function makePrivateFolder(path: string, user: ChildUser): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, PRIVATE);
  if (user !== null) await chown(path, user.uid, user.gid);
}
