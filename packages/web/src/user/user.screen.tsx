// The user centre at /user and /mine: who I am, what my account is worth, and the way to everything
// about me. Both ask for a login first.

import type { User } from "@truetick/contract";
import { Button, buttonClass, classNames } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ArrowDownToLine from "lucide-react/icons/arrow-down-to-line";
import ArrowUpFromLine from "lucide-react/icons/arrow-up-from-line";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { lazyPart } from "../app/lazy-part.ts";
import { Link } from "../app/link.tsx";
import { SubScreen } from "../app/sub-screen.tsx";
import { useMedia, WIDE } from "../app/use-media.ts";
import { NoticesButton } from "../notices/notices-button.tsx";
import { BalanceCard, MarginCard } from "./balance-card.tsx";
import { DemoReset } from "./demo-reset.tsx";
import { useRealOnly } from "./real-only.tsx";
import { Tiles } from "./tiles.tsx";
import styles from "./user.screen.module.css";
import { UserHead } from "./user-head.tsx";

/** What it stands on is fetched with the watch itself. */
const WitnessLink = lazyPart(async () => (await import("../proof/witness-line.tsx")).WitnessLink);

const WAYS = [
  { id: "deposit", to: "/mine/charge", icon: ArrowDownToLine, kind: "primary" },
  { id: "withdraw", to: "/mine/withdraw", icon: ArrowUpFromLine, kind: "outline" },
] as const;

/** Deposit and withdraw; for demo users a word about them. */
function MoneyWays({ user, onRefuse }: { readonly user: User; readonly onRefuse: () => void }) {
  const t = useTranslations("user");
  return (
    <div className={styles.ways}>
      {WAYS.map(({ id, to, icon: Shape, kind }) =>
        user.isDemo ? (
          <Button key={id} kind={kind} size="touch" icon={Shape} onClick={onRefuse}>
            {t(id)}
          </Button>
        ) : (
          <Link key={id} to={to} className={classNames(buttonClass(kind, "touch"))}>
            <Shape size={16} />
            {t(id)}
          </Link>
        ),
      )}
    </div>
  );
}

function TraderCentre({ user }: { readonly user: User }) {
  const book = useStore(useApp().account);
  const { refuse, sheet } = useRealOnly();
  return (
    <div className={styles.centre}>
      <div className={styles.worth}>
        <UserHead user={user} />
        <BalanceCard account={book?.account ?? null}>
          <MoneyWays user={user} onRefuse={refuse} />
        </BalanceCard>
        <MarginCard account={book?.account ?? null} />
        {user.isDemo && <DemoReset />}
        <Suspense>
          <WitnessLink />
        </Suspense>
      </div>
      <Tiles who={user.isDemo ? "demo" : "real"} onRefuse={refuse} />
      {sheet}
    </div>
  );
}

export function UserScreen() {
  const t = useTranslations("shell.titles");
  const user = useStore(useApp().session)?.user;
  // On wide screens the bar at the top has the bell.
  const isWide = useMedia(WIDE);
  return (
    <SubScreen title={t("user")} parent="/" width="wide" actions={!isWide && <NoticesButton />}>
      {user && <TraderCentre user={user} />}
    </SubScreen>
  );
}
