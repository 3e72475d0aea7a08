// What a proposal of the kind "staff" carries: how the staff itself is changed. Two people decide
// it, like everything that gives power. Browser-safe.

import type { Role } from "./staff.ts";

export const STAFF_PROPOSAL_KIND = "staff";

export type StaffPayload =
  | {
      readonly act: "create";
      readonly email: string;
      readonly name: string;
      /** Names the person outside of here, as a payroll number: one person, one account (T87). */
      readonly person_ref: string;
      readonly roles: readonly Role[];
    }
  | {
      readonly act: "change";
      readonly staff_id: string;
      readonly name: string;
      readonly roles: readonly Role[];
    }
  | {
      /** A reset ends all sessions; a new password is chosen by an invitation by mail. */
      readonly act: "disable" | "enable" | "reset_factor" | "reset_password";
      readonly staff_id: string;
    };
