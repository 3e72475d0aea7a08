// One calm line: when this browser last looked, and how much it has seen. In the user centre and on
// the screen of proofs.

import { classNames, useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldQuestionMark from "lucide-react/icons/shield-question-mark";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useNow } from "../waits/use-now.ts";
import { writeAgo } from "../waits/write-ago.ts";
import type { WitnessState } from "./witness.ts";
import styles from "./witness-line.module.css";
import { witnessOf } from "./witness-of.ts";

const MINUTE_SEC = 60;

/** Younger than a minute in seconds: here a minute is the rhythm, not the grain. */
function useAgo(): (atMs: number) => string {
  const { tag } = useNotation();
  const now = useNow();
  return (atMs) => {
    const age = Math.max(0, Math.floor(now - atMs / 1_000));
    if (age >= MINUTE_SEC) return writeAgo(atMs / 1_000, now, tag);
    const words = new Intl.RelativeTimeFormat(tag, { numeric: "always", style: "narrow" });
    return words.format(-age, "second");
  };
}

type Tone = "calm" | "open" | "red";

function useWords({ memory, outcome }: WitnessState): { tone: Tone; words: string } {
  const t = useTranslations("proof.line");
  const ago = useAgo();
  const { alarms, checkedAtMs, seen } = memory;
  if (alarms.length > 0) return { tone: "red", words: t("red") };
  if (outcome === "unreachable") return { tone: "open", words: t("unreachable") };
  if (outcome === "unproved") return { tone: "open", words: t("unproved") };
  if (checkedAtMs === 0) return { tone: "open", words: t("starting") };
  return { tone: "calm", words: t("checked", { ago: ago(checkedAtMs), count: seen }) };
}

const ICONS = { calm: ShieldCheck, open: ShieldQuestionMark, red: ShieldAlert } as const;

function Line() {
  const witness = witnessOf(useApp());
  const { tone, words } = useWords(useStore(witness));
  const Shape = ICONS[tone];
  return (
    <span className={classNames(styles.line, styles[tone])}>
      <Shape size={16} strokeWidth={1.75} className={styles.icon} />
      <span>{words}</span>
    </span>
  );
}

export function WitnessLine() {
  return (
    <p>
      <Line />
    </p>
  );
}

/** The same, as the way to the screen of proofs. */
export function WitnessLink() {
  return (
    <Link to="/mine/proof" className={styles.link}>
      <Line />
    </Link>
  );
}
