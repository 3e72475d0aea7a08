// Who PostgreSQL runs as. It refuses to run as root, so under root it becomes `nobody`, or the
// owner of the cluster that is already there; otherwise it is simply us. Also answers what that
// user can reach, from the modes of the folders on the way.

import { readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { StartRefusal } from "../start-refusal.ts";

/** Null: PostgreSQL runs as the same user as this process. */
export type ChildUser = { readonly uid: number; readonly gid: number } | null;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export async function nobody(): Promise<NonNullable<ChildUser>> {
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  if (uid === undefined || gid === undefined || uid === "0") {
    throw new StartRefusal(
      "PostgreSQL does not run as root, and this system has no user `nobody` to run it as. " +
        "Start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** The name by which PostgreSQL knows this process when it knocks on the socket. */
export function ownUserName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new StartRefusal(
      `User id ${process.getuid?.()} has no name in /etc/passwd, and PostgreSQL needs one. ` +
        "Start as a named user, or set DATABASE_URL.",
    );
  }
}

/** May the user pass through every folder down to this one, and this one too? */
export async function canReach(user: ChildUser, directory: string): Promise<boolean> {
  if (user === null) return true;
  const { uid, gid, mode } = await stat(directory);
  const searchBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & searchBit) === 0) return false;
  const parent = dirname(directory);
  return parent === directory || canReach(user, parent);
}
