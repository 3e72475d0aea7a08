// Waits for the platform's settings before a form that depends on them: a form-shaped skeleton
// first, and when they cannot be had, what happened and a way to try again.

import type { PlatformSettings } from "@truetick/contract";
import { Button, EmptyState, Skeleton } from "@truetick/ui";
import CloudOff from "lucide-react/icons/cloud-off";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useResource } from "../app/resource.ts";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import styles from "./with-settings.module.css";

const FIELDS_EXPECTED = [1, 2, 3, 4];

export function WithSettings({
  children,
}: {
  readonly children: (settings: PlatformSettings) => ReactNode;
}) {
  const { platformSettings } = useApp();
  const t = useTranslations("door");
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  const state = useResource(platformSettings);
  if (state.phase === "ready") return children(state.value);
  if (state.phase === "failed") {
    return (
      <EmptyState
        icon={CloudOff}
        tone="warn"
        title={t("settingsFailed")}
        text={textOf(state.failure) ?? ""}
        note={codeOf(state.failure)}
        actions={
          <Button kind="primary" size="touch" onClick={platformSettings.load}>
            {t("retry")}
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.waiting} aria-hidden="true">
      {FIELDS_EXPECTED.map((field) => (
        <Skeleton key={field} width="full" height="field" />
      ))}
    </div>
  );
}
