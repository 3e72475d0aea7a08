// The calls of the desk. Every one is for staff and names the permission it needs.
// Server side only (zod).

export const DESK_CALLS = {} as const;
