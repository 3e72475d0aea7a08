// A market's own logo, drawn by the platform and named by the server. Decorative: the market's
// code stands beside it.

import { useState } from "react";
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
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span className={classNames(styles.logo, className)}>
      <img
        src={src}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        data-missing={missing === src}
        onError={() => setMissing(src)}
      />
    </span>
  );
}
