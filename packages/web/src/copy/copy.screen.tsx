// Copy trading at /copy: my follows, live, with their result beside the leader's; for whoever has
// none, how it works and the way to the traders who can be copied.

import type { Follow } from "@truetick/contract/copying";
import { buttonClass, classNames } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Coins from "lucide-react/icons/coins";
import ListChecks from "lucide-react/icons/list-checks";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { ScreenHeader } from "../app/screen-header.tsx";
import { sumMoney } from "../orders/sum-money.ts";
import { LEAD_PATH } from "../ranking/rank-choice.ts";
import styles from "./copy.screen.module.css";
import { FollowCard } from "./follow-card.tsx";
import { isRunning, useFollows } from "./use-follows.ts";

const STEPS = [
  { id: "choose", icon: ListChecks },
  { id: "money", icon: Coins },
  { id: "control", icon: SlidersHorizontal },
] as const;

function HowItWorks() {
  const t = useTranslations("copy");
  const ranking = useTranslations("ranking");
  return (
    <section className={styles.how}>
      <h2 className={styles.question}>{t("howTitle")}</h2>
      <ol className={styles.steps}>
        {STEPS.map(({ id, icon: Shape }) => (
          <li key={id} className={styles.step}>
            <Shape size={20} strokeWidth={1.75} />
            <p>{t(`steps.${id}`)}</p>
          </li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Link to="/rank" className={buttonClass("primary", "touch")}>
          {t("find")}
        </Link>
        <Link to={LEAD_PATH} className={buttonClass("outline", "touch")}>
          {ranking("beListed")}
        </Link>
      </div>
      <p className={styles.quiet}>{t("before.risk")}</p>
    </section>
  );
}

function Totals({ follows }: { readonly follows: readonly Follow[] }) {
  const t = useTranslations("copy");
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t("inCopies")}</dt>
        <dd>
          <bdi dir="ltr">
            <MoneyText text={sumMoney(follows.map(({ equity }) => equity))} /> USD
          </bdi>
        </dd>
      </div>
      <div>
        <dt>{t("yourResult")}</dt>
        <dd>
          <MoneyText text={sumMoney(follows.map(({ profit }) => profit))} isSigned />
        </dd>
      </div>
    </dl>
  );
}

function Follows({ follows }: { readonly follows: readonly Follow[] }) {
  const t = useTranslations("copy");
  const running = follows.filter(isRunning);
  const over = follows.filter((follow) => !isRunning(follow));
  return (
    <>
      {running.length > 0 && <Totals follows={running} />}
      {running.length > 0 && (
        <ul className={styles.cards} aria-label={t("mine")}>
          {running.map((follow) => (
            <li key={follow.id}>
              <FollowCard follow={follow} />
            </li>
          ))}
        </ul>
      )}
      {running.length === 0 && <HowItWorks />}
      {running.length > 0 && (
        <Link to="/rank" className={classNames(buttonClass("outline", "touch"), styles.find)}>
          {t("find")}
        </Link>
      )}
      {over.length > 0 && (
        <>
          <h2 className={styles.over}>{t("ended")}</h2>
          <ul className={styles.cards} aria-label={t("ended")}>
            {over.map((follow) => (
              <li key={follow.id}>
                <FollowCard follow={follow} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function MyFollows() {
  const reading = useFollows();
  return <ReadBody reading={reading}>{(follows) => <Follows follows={follows} />}</ReadBody>;
}

export function CopyScreen() {
  const { session } = useApp();
  const t = useTranslations("copy");
  const isVisitor = useStore(session) === null;
  return (
    <>
      <ScreenHeader title={t("title")} />
      <div className={styles.scroller} data-scroller="copy">
        <div className={styles.column}>
          {/* The screen's own heading is in its header, for screen readers. */}
          <p className={styles.title} aria-hidden="true">
            {t("title")}
          </p>
          {isVisitor ? <HowItWorks /> : <MyFollows />}
        </div>
      </div>
    </>
  );
}
