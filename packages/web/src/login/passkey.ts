// Logging in with a passkey: the server's challenge, the browser's authenticator, the answer. The
// library is fetched only when somebody asks for it.

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { requestPasskeyChallenge, requestPasskeyLogin } from "@truetick/contract";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { useEnter } from "../door/use-enter.ts";

export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/** The authenticator's answer; null when the reader turned it down or has none. */
async function askAuthenticator(options: object): Promise<object | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  try {
    // The server's library made them for the browser's; they pass through as they are.
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    return await startAuthentication({ optionsJSON });
  } catch {
    return null;
  }
}

export function usePasskeyLogin(): { readonly isAsking: boolean; readonly ask: () => void } {
  const { server, toasts } = useApp();
  const t = useTranslations("door");
  const tellFailure = useTellFailure();
  const enter = useEnter();
  const [isAsking, setIsAsking] = useState(false);

  async function logIn(): Promise<void> {
    const challenge = await server.write(requestPasskeyChallenge());
    if (!challenge.isOk) return tellFailure(challenge.failure);
    const { id: challengeId, options } = challenge.value;
    const response = await askAuthenticator(options);
    if (response === null) return toasts.show({ tone: "failed", title: t("passkeyUnused") });
    const answer = await server.write(requestPasskeyLogin({ challengeId, response }));
    if (answer.isOk) enter(answer.value);
    else tellFailure(answer.failure);
  }

  const ask = async () => {
    setIsAsking(true);
    await logIn().finally(() => setIsAsking(false));
  };
  return { isAsking, ask: () => void ask() };
}
