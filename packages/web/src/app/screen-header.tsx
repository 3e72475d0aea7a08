// The head of a screen on a phone: the mark, the title, and what can be done here. On wider screens
// the shell's bar stands at the top instead and only the title's meaning stays, for screen readers.

import { BrandMark } from "@truetick/ui";
import type { ReactNode } from "react";
import { NoticesButton } from "../notices/notices-button.tsx";
import { AccountLink } from "../session/account-link.tsx";
import { SettingsButton } from "../settings/settings-button.tsx";
import styles from "./screen-header.module.css";

export function ScreenHeader({
  title,
  lead = <BrandMark />,
  children,
}: {
  readonly title: string;
  /** What stands before the title instead of the mark. */
  readonly lead?: ReactNode;
  /** Actions before the settings. */
  readonly children?: ReactNode;
}) {
  return (
    <header className={styles.header}>
      {lead}
      <h1 className={styles.title}>{title}</h1>
      <span className={styles.actions}>
        {children}
        <NoticesButton />
        <AccountLink look="icon" />
        <SettingsButton />
      </span>
    </header>
  );
}
