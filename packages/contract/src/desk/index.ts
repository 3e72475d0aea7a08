// What the operator's app and the server say to each other: staff, queues, proposals, audit.
// Browser-safe; the calls are declared in the `*.calls.ts` files beside and listed in `calls.ts`.

export {
  type CallPermission,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
  type StaffEntry,
  type StaffEntryWire,
  type StaffLogin,
  type StaffLoginWire,
  type StaffMember,
  type StaffMemberWire,
  type StaffSessionWire,
  staffEntryFromWire,
  staffEntryToWire,
  staffLoginFromWire,
  staffMemberToWire,
} from "./staff.ts";
