// A session for tests: a real user's, with what the test says otherwise.

import { type Session, userFromWire } from "@truetick/contract";

export function sampleSession({
  token = "token",
  isDemo = false,
}: {
  readonly token?: string;
  readonly isDemo?: boolean;
} = {}): Session {
  const user = userFromWire({
    id: "7",
    uid: "8204117",
    email: isDemo ? "" : "member@example.test",
    mobile: "",
    area_id: "",
    is_demo: isDemo ? 1 : 0,
    invite_code: isDemo ? "" : "TK4Q7M",
    has_two_factor: 0,
    has_passkey: 0,
    created_at: "",
  });
  return { token, identifierHash: "hash", user };
}
