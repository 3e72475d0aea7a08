// Fetches a private picture of the conversation with the session's token, for the framed page,
// which has none. Never throws.

import type { SupportMessage } from "@truetick/contract/support";

const FETCH_TIMEOUT_MS = 30_000;

/** Null when it could not be had. */
export async function fetchPicture(path: string, token: string): Promise<ArrayBuffer | null> {
  try {
    const response = await fetch(path, {
      headers: { authorization: token },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

/** Only what stands in the conversation: a page that went bad asks for no other file (T28). */
export function isOfConversation(url: string, messages: readonly SupportMessage[]): boolean {
  return messages.some(({ imageUrl }) => imageUrl === url);
}
