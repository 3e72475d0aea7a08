// The grey plane where the chart will stand, before the market or the library that draws is there.

import { Skeleton } from "@truetick/ui";
import styles from "./chart-skeleton.module.css";

export function ChartSkeleton() {
  return <Skeleton width="full" className={styles.waiting} />;
}
