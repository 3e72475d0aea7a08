// A button that is only an icon. Always named for screen readers; the name shows as a tip on
// desktop. 44 px wide on touch screens, 36 with a mouse.

import type { ButtonHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import type { Icon } from "./icon.ts";
import styles from "./icon-button.module.css";

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
      className={classNames(styles.iconButton, className)}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Shape size={20} strokeWidth={1.75} />
    </button>
  );
}
