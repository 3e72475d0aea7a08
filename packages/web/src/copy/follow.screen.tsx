// One follow at /copy/follow?id=…: what it is worth and what it brought beside the leader, its
// terms, everything that can be done with it, and what it copied and skipped. Live.

import { type Follow, requestPauseFollow } from "@truetick/contract/copying";
import {
  Button,
  buttonClass,
  EmptyState,
  Fact,
  Facts,
  Note,
  Segment,
  useNotation,
  writeDecimal,
} from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import CircleStop from "lucide-react/icons/circle-stop";
import Info from "lucide-react/icons/info";
import Minus from "lucide-react/icons/minus";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Plus from "lucide-react/icons/plus";
import SearchX from "lucide-react/icons/search-x";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { shortDecimal } from "../deposits/deposit-amount.ts";
import { profilePath } from "../ranking/rank-choice.ts";
import { TraderAvatar } from "../ranking/trader-face.tsx";
import { ChangeSheet } from "./change-sheet.tsx";
import { CopiedOrders } from "./copied-orders.tsx";
import styles from "./follow.screen.module.css";
import { FollowResult, FollowState, StopRoom } from "./follow-parts.tsx";
import { MoneySheet } from "./money-sheet.tsx";
import { SkippedCopies } from "./skipped-copies.tsx";
import { StopSheet } from "./stop-sheet.tsx";
import { followPath, useFollows } from "./use-follows.ts";

const VIEWS = ["holding", "history", "skipped"] as const;
type View = (typeof VIEWS)[number];

function viewOf(text: string | null): View {
  return VIEWS.find((view) => view === text) ?? "holding";
}

/** What is to be known of its state, in a sentence. */
function StateNote({ follow }: { readonly follow: Follow }) {
  const t = useTranslations("copy");
  const { status, stopReason } = follow;
  const texts = [
    status === "paused" && t("notes.paused"),
    status === "stopping" && t("notes.stopping"),
    status === "kept" && t("notes.kept"),
    status === "stopped" && stopReason !== null && t(`stopReasons.${stopReason}`),
    !follow.isLeaderListed && status !== "stopped" && t("notes.left"),
  ].filter((text) => text !== false);
  return texts.map((text) => (
    <Note key={text} tone={status === "copying" ? "neutral" : "accent"} icon={Info}>
      {text}
    </Note>
  ));
}

function Terms({ follow }: { readonly follow: Follow }) {
  const t = useTranslations("copy");
  const terms = useTranslations("copy.terms");
  const account = useTranslations("account");
  const user = useTranslations("user");
  const notation = useNotation();
  const moment = useMoment();
  return (
    <Facts>
      <Fact name={t("paidIn")}>
        <MoneyText text={follow.amount} isExact /> USD
      </Fact>
      <Fact name={user("cash")}>
        <MoneyText text={follow.cash} isExact /> USD
      </Fact>
      <Fact name={account("floating")}>
        <MoneyText text={follow.floating} isSigned isExact /> USD
      </Fact>
      <Fact name={terms("factor")}>{writeDecimal(shortDecimal(follow.factor), notation)}×</Fact>
      <Fact name={terms("stop")} isFigure={follow.stopPercent !== null}>
        {follow.stopPercent === null ? terms("noStop") : `${follow.stopPercent}%`}
      </Fact>
      <Fact name={terms("lots")} isFigure={follow.lotsMax !== null}>
        {follow.lotsMax === null ? terms("noLimit") : writeDecimal(follow.lotsMax, notation)}
      </Fact>
      <Fact name={t("started")} isFigure={false}>
        {moment(follow.startedAt)}
      </Fact>
      {follow.stoppedAt !== null && (
        <Fact name={t("ended")} isFigure={false}>
          {moment(follow.stoppedAt)}
        </Fact>
      )}
    </Facts>
  );
}

type SheetName = "add" | "take" | "change" | "stop";

function Acts({ follow, onChanged }: { readonly follow: Follow; readonly onChanged: () => void }) {
  const { server, toasts } = useApp();
  const t = useTranslations("copy");
  const tellFailure = useTellFailure();
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const isPaused = follow.status === "paused";
  const canCopy = follow.status === "copying" || isPaused;
  const close = () => setSheet(null);
  const pause = async () => {
    setIsWorking(true);
    const answer = await server.write(requestPauseFollow(follow.id, !isPaused));
    setIsWorking(false);
    if (!answer.isOk) return tellFailure(answer.failure);
    toasts.show({ tone: "done", title: t(isPaused ? "done.resumed" : "done.paused") });
    onChanged();
  };
  if (follow.status === "stopped" || follow.status === "stopping") return null;
  return (
    <div className={styles.acts}>
      {canCopy && (
        <Button
          size="touch"
          icon={isPaused ? Play : Pause}
          isWorking={isWorking}
          onClick={() => void pause()}
        >
          {t(isPaused ? "acts.resume" : "acts.pause")}
        </Button>
      )}
      {canCopy && (
        <Button size="touch" icon={Plus} onClick={() => setSheet("add")}>
          {t("acts.add")}
        </Button>
      )}
      <Button size="touch" icon={Minus} onClick={() => setSheet("take")}>
        {t("acts.take")}
      </Button>
      {canCopy && (
        <Button size="touch" icon={SlidersHorizontal} onClick={() => setSheet("change")}>
          {t("acts.change")}
        </Button>
      )}
      <Button size="touch" kind="outline" icon={CircleStop} onClick={() => setSheet("stop")}>
        {t("acts.stop")}
      </Button>
      {(sheet === "add" || sheet === "take") && (
        <MoneySheet follow={follow} way={sheet} onDone={onChanged} onClose={close} />
      )}
      {sheet === "change" && <ChangeSheet follow={follow} onDone={onChanged} onClose={close} />}
      {sheet === "stop" && <StopSheet follow={follow} onDone={onChanged} onClose={close} />}
    </div>
  );
}

function FollowPage({
  follow,
  onChanged,
}: {
  readonly follow: Follow;
  readonly onChanged: () => void;
}) {
  const { router } = useApp();
  const t = useTranslations("copy");
  const account = useTranslations("account");
  const orders = useTranslations("orders.tabs");
  const view = viewOf(useStore(router.location).query.get("view"));
  const labels: Record<View, string> = {
    holding: `${t("views.open")} (${follow.orders})`,
    history: orders("history"),
    skipped: `${t("views.skipped")} (${follow.skipped})`,
  };
  return (
    <>
      <div className={styles.top}>
        <section className={styles.card} data-follow={follow.id}>
          <div className={styles.head}>
            <TraderAvatar alias={follow.leader} />
            <Link to={profilePath(follow.leader)} className={styles.alias}>
              <bdi>{follow.leader}</bdi>
            </Link>
            <FollowState follow={follow} />
          </div>
          <div>
            <p className={styles.name}>{account("netValue")}</p>
            <p className={styles.worth}>
              <MoneyText text={follow.equity} isExact />
              <span className={styles.currency}>USD</span>
            </p>
          </div>
          <FollowResult follow={follow} />
          <StopRoom follow={follow} />
          <StateNote follow={follow} />
          <Acts follow={follow} onChanged={onChanged} />
        </section>
        <section className={styles.card}>
          <Terms follow={follow} />
        </section>
      </div>
      <div className={styles.lists}>
        <Segment
          label={t("mine")}
          choices={VIEWS.map((id) => ({ id, label: labels[id] }))}
          chosen={view}
          onChoose={(id) => router.note(`${followPath(follow.id)}&view=${id}`)}
        />
        {view === "skipped" ? (
          <SkippedCopies follow={follow} />
        ) : (
          <CopiedOrders key={view} follow={follow} tab={view} onChanged={onChanged} />
        )}
      </div>
    </>
  );
}

function Unknown() {
  const t = useTranslations("copy");
  return (
    <EmptyState
      icon={SearchX}
      title={t("unknownTitle")}
      text={t("unknownText")}
      actions={
        <Link to="/copy" className={buttonClass("primary", "touch")}>
          {t("mine")}
        </Link>
      }
    />
  );
}

export function FollowScreen() {
  const { router } = useApp();
  const titles = useTranslations("shell.titles");
  const id = useStore(router.location).query.get("id");
  const reading = useFollows();
  return (
    <SubScreen title={titles("follow")} parent="/copy" width="wide">
      <ReadBody reading={reading}>
        {(follows) => {
          const follow = follows.find((each) => each.id === id);
          return follow ? <FollowPage follow={follow} onChanged={reading.again} /> : <Unknown />;
        }}
      </ReadBody>
    </SubScreen>
  );
}
