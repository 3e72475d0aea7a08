// A grey block in the size of what will come. Skeletons are built from these in the layout of the
// real thing, so that nothing shifts when it arrives. Silent for screen readers: the caller
// announces the loading once.

import { classNames } from "./class-names.ts";
import styles from "./skeleton.module.css";

export function Skeleton({
  width,
  height = "line",
  className,
}: {
  readonly width: "short" | "medium" | "long" | "full" | "round";
  readonly height?: "line" | "block" | "tall" | "chip" | "field";
  readonly className?: string | undefined;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, styles[width], styles[height], className)}
    />
  );
}
