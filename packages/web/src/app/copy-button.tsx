// A button that copies a text and says so itself: its icon turns into a tick for a moment.

import { Button, IconButton } from "@truetick/ui";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "./app.ts";
import { copyText } from "./copy-text.ts";

const TOLD_MS = 2_000;

export function CopyButton({
  text,
  label,
  look = "words",
}: {
  readonly text: string;
  /** What is copied, for screen readers and the tip: "Copy link". */
  readonly label: string;
  readonly look?: "words" | "icon";
}) {
  const t = useTranslations("words");
  const { toasts } = useApp();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const isDone = await copyText(text);
    setIsCopied(isDone);
    if (isDone) toasts.show({ tone: "done", title: t("copied") });
    else toasts.show({ tone: "failed", title: t("copyFailed") });
  };
  const Shape = isCopied ? Check : Copy;
  if (look === "icon") return <IconButton icon={Shape} label={label} onClick={() => void copy()} />;
  return (
    <Button icon={Shape} size="touch" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
