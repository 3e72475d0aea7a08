// A picture to be read, where the server asks for one. Each is good for one answer: after every try
// another is fetched and what was typed is forgotten.

import {
  type Captcha,
  type CaptchaAnswer,
  type CaptchaPurpose,
  requestCaptcha,
} from "@truetick/contract";
import { useCallback, useState } from "react";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";

export type CaptchaState = {
  /** Once it was asked for, it is asked for until the form is done. */
  readonly isWanted: boolean;
  readonly picture: Captcha | null;
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** Fetches a picture, in place of the one before. */
  readonly renew: () => Promise<void>;
  /** What goes with the request; null when nothing was typed. */
  readonly answer: () => CaptchaAnswer | null;
};

export function useCaptcha(purpose: CaptchaPurpose): CaptchaState {
  const { server } = useApp();
  const tellFailure = useTellFailure();
  const [isWanted, setIsWanted] = useState(false);
  const [picture, setPicture] = useState<Captcha | null>(null);
  const [typed, setTyped] = useState("");
  const renew = useCallback(async () => {
    setIsWanted(true);
    setTyped("");
    const answer = await server.read(requestCaptcha(purpose));
    if (answer.isOk) setPicture(answer.value);
    else tellFailure(answer.failure);
  }, [server, purpose, tellFailure]);
  return {
    isWanted,
    picture,
    typed,
    setTyped,
    renew,
    answer: () =>
      picture && typed.trim() !== "" ? { id: picture.id, answer: typed.trim() } : null,
  };
}
