// A QR code, black on white in either theme so that every camera reads it. Level H: it can be read
// with a third of it hidden.

import { encode } from "uqr";
import styles from "./qr-code.module.css";

/** As the specification has it, in CSS pixels. */
const QR_SIZE_PX = 160;
/** Modules of white around it, which cameras need. */
const QUIET_ZONE = 2;

/** One path of unit squares, row by row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
}

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: "H", border: QUIET_ZONE });
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      width={QR_SIZE_PX}
      height={QR_SIZE_PX}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-level="H"
    >
      <path className={styles.ink} d={pathOf(data)} />
    </svg>
  );
}
