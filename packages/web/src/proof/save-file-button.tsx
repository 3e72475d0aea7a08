// Fetches a file of proofs with the reader's session and saves it; says how far it is.

import { Button } from "@truetick/ui";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { dayOf } from "../statements/period.ts";
import { useCsv } from "../statements/use-csv.ts";

export function SaveFileButton({
  path,
  name,
  children,
}: {
  readonly path: string;
  readonly name: string;
  readonly children: ReactNode;
}) {
  const { progress, save } = useCsv();
  const nameFile = () => `${name}-${dayOf(new Date())}.ndjson`;
  return (
    <Button
      icon={Download}
      isWorking={progress !== null}
      onClick={() => void save({ path, total: null, nameFile })}
    >
      {children}
      {progress !== null && progress.rows > 0 && <bdi dir="ltr"> {progress.rows}</bdi>}
    </Button>
  );
}
