// The rules of a password that a form can check before it asks. Browser-safe: no schema library.

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

/** In characters as people count them, not in halves of them. */
export function passwordLength(password: string): number {
  return [...password].length;
}
