// A button that is only an icon. Always named for screen readers; the name shows as a tip on
// desktop. 44 px wide on touch screens, 36 with a mouse.

import type { ButtonHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import type { Icon } from "./icon.ts";
import styles from "./icon-button.module.css";

/**
 * The classes of an icon button, for links and buttons that look like one: as large as a finger
 * needs on every screen, or fitted to the mouse where there is one.
 */
export function iconButtonClass(fit: "finger" | "device" = "device"): string {
  return classNames(styles.iconButton, fit === "device" && styles.fitted);
}

export function IconButton({
  icon: Shape,
  label,
  className,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  readonly icon: Icon;
  readonly label: string;
}) {
  return (
    <button
      type="button"
      className={classNames(iconButtonClass(), className)}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Shape size={20} strokeWidth={1.75} />
    </button>
  );
}
