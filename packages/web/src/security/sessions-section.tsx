// The open sessions: where one is logged in, when each was last used, and ending one or all others.

import {
  type OpenSession,
  requestRevokeOtherSessions,
  requestRevokeSession,
  requestSessions,
} from "@truetick/contract";
import { Button, ConfirmDialog, Tag } from "@truetick/ui";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { RowWords } from "../app/row-words.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { useRead } from "../app/use-read.ts";
import styles from "./security.module.css";

function SessionRow({
  session,
  onEnded,
}: {
  readonly session: OpenSession;
  readonly onEnded: () => void;
}) {
  const { server, toasts } = useApp();
  const t = useTranslations("security");
  const moment = useMoment();
  const tellFailure = useTellFailure();
  const [isWorking, setIsWorking] = useState(false);
  const end = async () => {
    setIsWorking(true);
    const answer = await server.write(requestRevokeSession(session.id));
    setIsWorking(false);
    if (answer.isOk) toasts.show({ tone: "done", title: t("sessions.ended") });
    else tellFailure(answer.failure);
    onEnded();
  };
  return (
    <li className={styles.row}>
      <RowWords
        icon={MonitorSmartphone}
        name={
          <>
            {session.device}
            {session.isCurrent && <Tag tone="ok">{t("sessions.current")}</Tag>}
          </>
        }
      >
        <p className={styles.note}>
          <bdi dir="ltr">{session.address}</bdi> ·{" "}
          {t("lastUsed", { time: moment(session.lastUsedAt) })}
        </p>
      </RowWords>
      {!session.isCurrent && (
        <Button kind="outline" isWorking={isWorking} onClick={() => void end()}>
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}

function EndOthers({ onEnded }: { readonly onEnded: () => void }) {
  const { server, toasts } = useApp();
  const t = useTranslations("security.sessions");
  const words = useTranslations("words");
  const tellFailure = useTellFailure();
  const [phase, setPhase] = useState<"idle" | "asking" | "working">("idle");
  const end = async () => {
    setPhase("working");
    const answer = await server.write(requestRevokeOtherSessions());
    setPhase("idle");
    if (answer.isOk) toasts.show({ tone: "done", title: t("othersEnded") });
    else tellFailure(answer.failure);
    onEnded();
  };
  return (
    <div className={styles.actions}>
      <Button size="touch" onClick={() => setPhase("asking")}>
        {t("endOthers")}
      </Button>
      <ConfirmDialog
        isOpen={phase !== "idle"}
        title={t("endOthersTitle")}
        confirmLabel={t("endOthers")}
        cancelLabel={words("cancel")}
        kind="danger"
        isWorking={phase === "working"}
        onConfirm={() => void end()}
        onCancel={() => setPhase("idle")}
      >
        {t("endOthersText")}
      </ConfirmDialog>
    </div>
  );
}

export function SessionsSection() {
  const t = useTranslations("security.sessions");
  const reading = useRead(requestSessions);
  return (
    <Section title={t("title")} text={t("text")}>
      <ReadBody reading={reading}>
        {(sessions) => (
          <>
            <ul className={styles.rows} aria-label={t("title")}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnded={reading.again} />
              ))}
            </ul>
            {sessions.some(({ isCurrent }) => !isCurrent) && <EndOthers onEnded={reading.again} />}
          </>
        )}
      </ReadBody>
    </Section>
  );
}
