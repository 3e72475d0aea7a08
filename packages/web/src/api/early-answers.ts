// Answers that `public/boot.js` has asked for before the app was there. Whoever asks for the same
// in the same words is given that answer, once; everybody else, and whoever would get a failure,
// asks the server. Used by main.tsx.

export type EarlyAnswers = {
  /** The language they were asked in. */
  readonly language: string;
  /** By the address, without the time that every request names. */
  readonly answers: Map<string, Promise<Response>>;
};

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

function addressOf(url: URL): string {
  const named = new URL(url);
  named.searchParams.delete("t");
  return named.pathname + named.search;
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A `fetch` that looks among the early answers first. */
export function withEarlyAnswers(
  early: EarlyAnswers | undefined,
  send: typeof fetch = (...args) => fetch(...args),
): typeof fetch {
  if (!early) return send;
  return async (input, init) => {
    const address = input instanceof URL ? addressOf(input) : null;
    const headers = new Headers(init?.headers);
    const isSame = headers.get("lang") === early.language && !headers.get("authorization");
    const found = address !== null && !init?.method ? early.answers.get(address) : undefined;
    if (!found || address === null) return send(input, init);
    early.answers.delete(address);
    if (!isSame) return send(input, init);
    const response = await Promise.race([found.catch(() => null), untilAborted(init?.signal)]);
    return response?.ok ? response : send(input, init);
  };
}
