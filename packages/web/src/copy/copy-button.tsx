// The way to copy a trader: opens the sheet that says what it means before money goes in. Visitors
// log in first and come back; who copies already is led to that copy; who lost everything, or has
// left, cannot be copied and the button says why.

import type { RankedTrader } from "@truetick/contract/ranking";
import { Button, buttonClass } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { profilePath } from "../ranking/rank-choice.ts";
import { doorPath } from "../session/from.ts";
import { StartSheet } from "./start-sheet.tsx";
import { followPath, isRunning, useFollows } from "./use-follows.ts";

const LOOKS = {
  row: { kind: "outline", size: "dense" },
  card: { kind: "tonal", size: "regular" },
  page: { kind: "primary", size: "touch" },
} as const;

type CopyButtonProps = {
  readonly trader: RankedTrader;
  readonly look: keyof typeof LOOKS;
  readonly isListed?: boolean;
};

function Starter({ trader, look }: CopyButtonProps) {
  const t = useTranslations("copy");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        {...LOOKS[look]}
        aria-label={t("copyName", { name: trader.alias })}
        onClick={() => setIsOpen(true)}
      >
        {look === "page" ? t("copyTrader") : t("copy")}
      </Button>
      {isOpen && <StartSheet trader={trader} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** On the trader's own page: a copy that runs already is a touch away. */
function PageStarter(props: CopyButtonProps) {
  const t = useTranslations("copy");
  const { state } = useFollows();
  const running =
    state.phase === "ready" &&
    state.value.find((follow) => isRunning(follow) && follow.leader === props.trader.alias);
  if (running) {
    return (
      <Link to={followPath(running.id)} className={buttonClass("primary", "touch")}>
        {t("openMine")}
      </Link>
    );
  }
  return <Starter {...props} />;
}

export function CopyButton({ trader, look, isListed = true }: CopyButtonProps) {
  const { session } = useApp();
  const t = useTranslations("copy");
  const ranking = useTranslations("ranking.warnings");
  const isVisitor = useStore(session) === null;
  if (trader.isBlown || !isListed) {
    const why = trader.isBlown ? ranking("blown") : ranking("left");
    return (
      <Button {...LOOKS[look]} disabled title={why}>
        {look === "page" ? t("copyTrader") : t("copy")}
      </Button>
    );
  }
  if (isVisitor) {
    return (
      <Link
        to={doorPath("/login", profilePath(trader.alias))}
        className={buttonClass(LOOKS[look].kind, LOOKS[look].size)}
        aria-label={t("copyName", { name: trader.alias })}
      >
        {look === "page" ? t("copyTrader") : t("copy")}
      </Link>
    );
  }
  return look === "page" ? (
    <PageStarter trader={trader} look={look} />
  ) : (
    <Starter trader={trader} look={look} />
  );
}
