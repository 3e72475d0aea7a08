// The fingerprint of a statement file, computed here: the file itself goes nowhere. Whoever is
// later given the statement, an auditor or everybody, finds the same fingerprint in public.

import { sha256, toHex } from "@truetick/proof";
import { Button } from "@truetick/ui";
import FileSearch from "lucide-react/icons/file-search";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Card } from "../frame/detail.tsx";
import styles from "./reserves.module.css";

/** A bank's statement has a few pages. */
const FILE_BYTES_MAX = 50_000_000;

type Hashing =
  | { readonly phase: "none" }
  | { readonly phase: "reading" }
  | { readonly phase: "tooLarge" }
  | { readonly phase: "done"; readonly name: string; readonly hash: string };

export function StatementHash({ onHash }: { readonly onHash: (hash: string) => void }) {
  const t = useTranslations("reserves");
  const chooser = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<Hashing>({ phase: "none" });
  const take = async (file: File) => {
    onHash("");
    if (file.size > FILE_BYTES_MAX) {
      setState({ phase: "tooLarge" });
      return;
    }
    setState({ phase: "reading" });
    const hash = toHex(sha256(new Uint8Array(await file.arrayBuffer())));
    setState({ phase: "done", name: file.name, hash });
    onHash(hash);
  };
  return (
    <Card title={t("statement")}>
      <p className={styles.words}>{t("statementText")}</p>
      <div>
        <Button
          size="dense"
          icon={FileSearch}
          isWorking={state.phase === "reading"}
          onClick={() => chooser.current?.click()}
        >
          {t("chooseFile")}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          name="statement"
          aria-label={t("chooseFile")}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0];
            currentTarget.value = "";
            if (chosen) void take(chosen);
          }}
        />
      </div>
      <div aria-live="polite">
        {state.phase === "tooLarge" && <p role="alert">{t("tooLarge")}</p>}
        {state.phase === "done" && (
          <p className={styles.words}>
            {state.name} <code className={styles.hash}>{state.hash}</code>
          </p>
        )}
      </div>
    </Card>
  );
}
