// The risk warning with the very number that the page of figures shows: the share of clients who
// lost money in the last year. The words come from the server with the number, so that it can stand
// on the first screen before other texts are there. Says nothing until it is known.

import { requestLosingShare } from "@truetick/contract/proof";
import { Link } from "../app/link.tsx";
import { useRead } from "../app/use-read.ts";
import styles from "./risk-warning.module.css";

export function RiskWarning({ hasLink = true }: { readonly hasLink?: boolean }) {
  const { state } = useRead(requestLosingShare);
  if (state.phase !== "ready") return null;
  const { warning, play, more } = state.value;
  return (
    <aside className={styles.warning} data-risk={state.value.lostPercent ?? ""}>
      <p>{warning}</p>
      {play !== "" && <p className={styles.play}>{play}</p>}
      {hasLink && (
        <Link to="/transparency" className={styles.more}>
          {more}
        </Link>
      )}
    </aside>
  );
}
