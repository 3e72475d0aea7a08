// A button at the foot of a detail, with the key that presses it.

import { Button } from "@truetick/ui";
import type { ComponentProps } from "react";
import { Key } from "../app/key-list.tsx";
import styles from "./act-button.module.css";

export function ActButton({
  label,
  shortcut,
  isDanger = false,
  ...rest
}: Omit<ComponentProps<typeof Button>, "children"> & {
  readonly label: string;
  readonly shortcut?: string;
  /** Reads as danger without shouting: the confirmation shouts. */
  readonly isDanger?: boolean;
}) {
  return (
    <Button className={isDanger ? styles.danger : undefined} aria-label={label} {...rest}>
      {label}
      {shortcut && <Key>{shortcut}</Key>}
    </Button>
  );
}
