// What a screen of the desk may use, composed once by main.tsx and handed down by context.

import type { Permission, StaffMember } from "@truetick/contract/desk";
import { type Router, type Toasts, useStore } from "@truetick/ui/state";
import { createContext, useContext } from "react";
import type { Server } from "../api/server.ts";
import type { HealthStore } from "../health/health.state.ts";
import type { SessionStore } from "../session/session.ts";
import type { Look } from "./look.ts";
import type { OpenWork } from "./open-work.ts";

export type Desk = {
  readonly router: Router;
  readonly server: Server;
  readonly session: SessionStore;
  readonly toasts: Toasts;
  readonly look: Look;
  readonly openWork: OpenWork;
  readonly health: HealthStore;
};

const DeskContext = createContext<Desk | null>(null);

export const DeskProvider = DeskContext.Provider;

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("Invariant: screens live inside the desk");
  return desk;
}

/** Who works here. Screens are drawn for nobody else. */
export function useStaff(): StaffMember {
  const session = useStore(useDesk().session);
  if (!session) throw new Error("Invariant: screens are drawn for staff only");
  return session.staff;
}

/** Whether this person may; the server asks itself again. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useStaff();
  return (permission) => permissions.includes(permission);
}
