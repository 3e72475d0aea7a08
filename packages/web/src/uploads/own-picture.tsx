// A picture of the reader's own, which nobody opens without the session: fetched with it, shown
// from memory, forgotten when it is gone from the page.

import { useStore } from "@truetick/ui/state";
import { useEffect, useState } from "react";
import { useApp } from "../app/app.ts";

type Shown =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly url: string }
  | { readonly phase: "failed" };

const LOADING: Shown = { phase: "loading" };

async function fetchPicture(path: string, token: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(path, { headers: { authorization: token }, signal });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return await response.blob();
}

function useOwnPicture(path: string): Shown {
  const { session } = useApp();
  const token = useStore(session)?.token ?? "";
  const [shown, setShown] = useState<Shown>(LOADING);
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | null = null;
    setShown(LOADING);
    fetchPicture(path, token, leaving.signal).then(
      (blob) => {
        if (leaving.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setShown({ phase: "ready", url });
      },
      () => {
        if (!leaving.signal.aborted) setShown({ phase: "failed" });
      },
    );
    return () => {
      leaving.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [path, token]);
  return shown;
}

export function OwnPicture({
  path,
  words,
  failedText,
  className,
}: {
  readonly path: string;
  /** What it shows, for who cannot see it. */
  readonly words: string;
  readonly failedText: string;
  readonly className: string | undefined;
}) {
  const shown = useOwnPicture(path);
  if (shown.phase === "failed") return <p role="status">{failedText}</p>;
  if (shown.phase === "loading") return <div className={className} aria-busy="true" />;
  return (
    <a href={shown.url} target="_blank" rel="noreferrer">
      <img src={shown.url} alt={words} className={className} />
    </a>
  );
}
