// The link that invites: our origin, the register screen, and the code. Pure.

export function inviteLink(origin: string, inviteCode: string): string {
  return `${origin}/register?invite_code=${encodeURIComponent(inviteCode)}`;
}
