// What a process and everything below it have cost, from the kernel's own count, by what each
// process is. Invariant: a child that has ended is in its parent's sum, once.

import { readdirSync, readFileSync } from "node:fs";

/** Seconds of processor time: of the server or a role, of PostgreSQL, NATS, the balancer. */
export type Spent = ReadonlyMap<string, number>;

const TICKS_PER_SECOND = 100;
const PARENT_FIELD = 1;
/** User and system time, its own and of children that have ended. */
const FIRST_TIME_FIELD = 11;
const TIME_FIELDS = 4;

type Stat = { readonly pid: number; readonly parent: number; readonly seconds: number };

/** `rootKind` is what the first process is itself. */
export function createCpuMeter(rootPid: number, rootKind: string): () => Spent {
  const kinds = new Map<number, string>([[rootPid, rootKind]]);
  return () => {
    const spent = new Map<string, number>();
    for (const { pid, parent, seconds } of familyOf(rootPid)) {
      const kind = kinds.get(pid) ?? kindOf(pid) ?? kinds.get(parent) ?? rootKind;
      kinds.set(pid, kind);
      spent.set(kind, (spent.get(kind) ?? 0) + seconds);
    }
    return spent;
  };
}

/** Null: as its parent is. */
function kindOf(pid: number): string | null {
  const command = read(`/proc/${pid}/cmdline`);
  if (/^\S*postgres\0|^postgres:|postgres\.js/.test(command)) return "PostgreSQL";
  if (command.includes("nats-server")) return "NATS";
  const role = /(?:^|\0)ROLES=([^\0]+)/.exec(read(`/proc/${pid}/environ`))?.[1];
  return role ?? null;
}

/** Parents before children. */
function familyOf(rootPid: number): Stat[] {
  const all = readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? statOf(entry) : []));
  const family = all.filter(({ pid }) => pid === rootPid);
  for (const member of family) {
    family.push(...all.filter(({ parent }) => parent === member.pid));
  }
  return family;
}

function statOf(entry: string): Stat[] {
  const text = read(`/proc/${entry}/stat`);
  if (text === "") return [];
  // Behind the name, which may itself hold spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const times = fields.slice(FIRST_TIME_FIELD, FIRST_TIME_FIELD + TIME_FIELDS).map(Number);
  const seconds = times.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
  return [{ pid: Number(entry), parent: Number(fields[PARENT_FIELD]), seconds }];
}

/** Empty when it has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
