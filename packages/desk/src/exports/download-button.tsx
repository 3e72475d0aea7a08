// Takes something out as a file: fetched with the session's header, with its progress, and saved by
// the browser. What was refused is told.

import { Button } from "@truetick/ui";
import { saveFile } from "@truetick/ui/state";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import { useFailureText } from "../app/use-failure.ts";

const KILOBYTE = 1_024;

export function DownloadButton({
  path,
  fileName,
  label,
}: {
  /** Asked for when it is pressed, so that a period can end now. */
  readonly path: () => string;
  /** Where the server names none. */
  readonly fileName: string;
  readonly label: string;
}) {
  const t = useTranslations("exports");
  const { server, toasts } = useDesk();
  const textOf = useFailureText();
  const [progress, setProgress] = useState<string | null>(null);
  async function run(): Promise<void> {
    setProgress(t("starting"));
    const answer = await server.fetch(path(), {
      onProgress: (bytes, rows) => {
        const size = Math.ceil(bytes / KILOBYTE);
        setProgress(rows === null ? t("size", { size }) : t("sizeOfRows", { size, rows }));
      },
    });
    setProgress(null);
    if (answer.isOk) {
      saveFile(answer.value.blob, answer.value.fileName ?? fileName);
      toasts.show({ tone: "done", title: t("done"), text: answer.value.fileName ?? fileName });
      return;
    }
    const title = textOf(answer.failure);
    if (title !== null) toasts.show({ tone: "failed", title });
  }
  return (
    <Button kind="outline" icon={Download} isWorking={progress !== null} onClick={() => void run()}>
      {progress ?? label}
    </Button>
  );
}
