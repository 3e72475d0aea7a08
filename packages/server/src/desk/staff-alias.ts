// How somebody of the staff is called outside: told apart from others, and not named (H10, H22).

export function staffAlias(staffId: number): string {
  return `Staff ${staffId}`;
}
