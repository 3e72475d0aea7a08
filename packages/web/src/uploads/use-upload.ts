// One image on its way to the server: chosen, checked, sent with its progress, kept. Whatever goes
// wrong clears the picture and says why; choosing another replaces the one before.

import { IMAGE_BYTES_MAX, IMAGE_TYPES } from "@truetick/contract/cashier";
import { useNotation } from "@truetick/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useFailureText } from "../app/use-failure.ts";
import { sendImage } from "./send-image.ts";
import { writeSize } from "./upload-progress.ts";

type Picture = {
  readonly name: string;
  /** Of this page only: what was chosen, as the browser holds it. */
  readonly preview: string;
  readonly totalBytes: number;
};

export type UploadState =
  | { readonly phase: "empty"; readonly problem: string | null }
  | (Picture & {
      readonly phase: "sending";
      readonly sentBytes: number;
      readonly startedAtMs: number;
    })
  | (Picture & { readonly phase: "done"; readonly url: string });

export type Upload = {
  readonly state: UploadState;
  /** Where the server keeps it; empty until it does. */
  readonly url: string;
  readonly isSending: boolean;
  readonly choose: (file: File) => void;
  /** Gives up what is under way, or takes the picture away. */
  readonly clear: () => void;
};

const ACCEPTED: readonly string[] = IMAGE_TYPES;
const EMPTY: UploadState = { phase: "empty", problem: null };

type UnderWay = { readonly leaving: AbortController; readonly preview: string };

export function useUpload(): Upload {
  const { session, sessionLife, preferences } = useApp();
  const t = useTranslations("upload");
  const { tag } = useNotation();
  const textOf = useFailureText();
  const [state, setState] = useState<UploadState>(EMPTY);
  const current = useRef<UnderWay | null>(null);

  const drop = useCallback(() => {
    current.current?.leaving.abort();
    if (current.current) URL.revokeObjectURL(current.current.preview);
    current.current = null;
  }, []);
  useEffect(() => drop, [drop]);

  const refuse = (problem: string | null) => {
    drop();
    setState({ phase: "empty", problem });
  };

  async function send(file: File): Promise<void> {
    drop();
    const mine: UnderWay = {
      leaving: new AbortController(),
      preview: URL.createObjectURL(file),
    };
    current.current = mine;
    const picture = { name: file.name, preview: mine.preview, totalBytes: file.size };
    const startedAtMs = Date.now();
    const show = (sentBytes: number) => {
      if (current.current !== mine) return;
      setState({ ...picture, phase: "sending", sentBytes, startedAtMs });
    };
    show(0);
    const answer = await sendImage({
      file,
      language: preferences.get().language.id,
      token: session.get()?.token ?? null,
      // The form around the file is counted too; the picture is what the reader knows.
      onProgress: (sent, total) => show(Math.round((sent / Math.max(1, total)) * file.size)),
      onSessionEnded: sessionLife.noteEnded,
      signal: mine.leaving.signal,
    });
    if (current.current !== mine) return;
    if (answer.isOk) setState({ ...picture, phase: "done", url: answer.value });
    else refuse(textOf(answer.failure));
  }

  return {
    state,
    url: state.phase === "done" ? state.url : "",
    isSending: state.phase === "sending",
    choose(file) {
      if (!ACCEPTED.includes(file.type)) refuse(t("notImage"));
      else if (file.size > IMAGE_BYTES_MAX) {
        refuse(t("tooLarge", { size: writeSize(IMAGE_BYTES_MAX, tag) }));
      } else void send(file);
    },
    clear: () => refuse(null),
  };
}
