// A market's own logo, drawn by the platform and named by the server. Decorative: the market's
// code stands beside it.

import { classNames } from "./class-names.ts";
import styles from "./market-logo.module.css";

export function MarketLogo({
  src,
  size = 30,
  className,
}: {
  readonly src: string;
  readonly size?: number;
  readonly className?: string | undefined;
}) {
  return (
    <img
      className={classNames(styles.logo, className)}
      src={src}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}
