// The way to copy a trader: opens the sheet that says what it means before money goes in. Visitors
// log in first and come back; who copies already is led to that copy, and from the own listing to
// what is known of it; who lost everything, or has left, cannot be copied and the button says why.

import type { RankedTrader } from "@truetick/contract/ranking";
import { Button, buttonClass } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { LEAD_PATH, profilePath } from "../ranking/rank-choice.ts";
import { doorPath } from "../session/from.ts";
import { useOwnCopying } from "./own-copying.tsx";
import { StartSheet } from "./start-sheet.tsx";
import { followPath } from "./use-follows.ts";

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

export function CopyButton({ trader, look, isListed = true }: CopyButtonProps) {
  const { session } = useApp();
  const t = useTranslations("copy");
  const ranking = useTranslations("ranking");
  const { ownAlias, followOf } = useOwnCopying();
  const isVisitor = useStore(session) === null;
  const className = buttonClass(LOOKS[look].kind, LOOKS[look].size);
  const name = look === "page" ? t("copyTrader") : t("copy");
  if (trader.alias === ownAlias) {
    return (
      <Link
        to={LEAD_PATH}
        className={className}
        title={ranking("listing.joined", { name: ownAlias })}
      >
        {ranking("listing.listed")}
      </Link>
    );
  }
  const follow = followOf(trader.alias);
  if (follow) {
    return (
      <Link to={followPath(follow.id)} className={className} title={t("openMine")}>
        {look === "page" ? t("openMine") : t(`statuses.${follow.status}`)}
      </Link>
    );
  }
  if (trader.isBlown || !isListed) {
    const why = trader.isBlown ? ranking("warnings.blown") : ranking("warnings.left");
    return (
      <Button {...LOOKS[look]} disabled title={why}>
        {name}
      </Button>
    );
  }
  if (isVisitor) {
    return (
      <Link
        to={doorPath("/login", profilePath(trader.alias))}
        className={className}
        aria-label={t("copyName", { name: trader.alias })}
      >
        {name}
      </Link>
    );
  }
  return <Starter trader={trader} look={look} />;
}
