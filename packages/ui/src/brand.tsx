// The mark: a tick that is also a price going up to its last point, and the name beside it.

import styles from "./brand.module.css";

export function BrandMark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path className={styles.fall} d="M3.8 12.2l5.4 5.6" />
      <path className={styles.rise} d="M9.2 17.8 17 8.6" />
      <circle className={styles.point} cx="19.2" cy="6" r="2.3" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className={styles.brand}>
      <BrandMark />
      Truetick
    </span>
  );
}
