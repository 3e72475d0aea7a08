// How long something waits, and how it stands to its deadline. Pure.

/** From here on the deadline is near. */
export const SOON_SEC = 2 * 3_600;

export type Wait = {
  readonly ageSec: number;
  /** Past the deadline; negative before it. */
  readonly lateSec: number;
  readonly state: "calm" | "soon" | "overdue";
};

export function waitOf(
  {
    createdAt,
    dueAt,
    isOpen,
  }: { readonly createdAt: number; readonly dueAt: number | null; readonly isOpen: boolean },
  nowSec: number,
): Wait {
  const ageSec = Math.max(0, nowSec - createdAt);
  const lateSec = dueAt === null ? 0 : nowSec - dueAt;
  if (!isOpen || dueAt === null) return { ageSec, lateSec, state: "calm" };
  if (lateSec > 0) return { ageSec, lateSec, state: "overdue" };
  return { ageSec, lateSec, state: -lateSec <= SOON_SEC ? "soon" : "calm" };
}
