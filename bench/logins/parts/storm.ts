// What the measurement and the load share: how many log in, from where, and what became of them.

export const CLIENTS = 500;
/** Every client logs into accounts of its own. */
export const ACCOUNTS_PER_CLIENT = 10;

export type Tally = { letIn: number; busy: number; other: Record<string, number> };

/** As a proxy of ours would say it: every client has an address of its own. */
export function addressHeader(index: number): string {
  return `x-forwarded-for: 198.18.${index >> 8}.${index & 255}\r\n`;
}
