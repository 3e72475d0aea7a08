// Our own chat on its screen: whether anybody is there, what staff never ask for (T32), and the
// conversation in its frame. For members and for visitors, who are told how long it lasts.

import type { SupportOffice } from "@truetick/contract/support";
import { useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import styles from "./chat.screen.module.css";
import { SupportFrame } from "./support-frame.tsx";
import { useConversation } from "./use-conversation.ts";

function OfficeLine({ office }: { readonly office: SupportOffice | null }) {
  const t = useTranslations("chat");
  const { tag } = useNotation();
  if (office === null) return <p className={styles.office} />;
  const { isOpen, opensAt } = office;
  const time = new Intl.DateTimeFormat(tag, {
    weekday: "long",
    hour: "numeric",
    minute: "2-digit",
  });
  const away =
    opensAt === null ? t("away") : t("awayUntil", { time: time.format(opensAt * 1_000) });
  return (
    <p className={styles.office}>
      <span className={styles.dot} data-open={isOpen} />
      {isOpen ? t("here") : away}
    </p>
  );
}

export function OwnChat() {
  const t = useTranslations("chat");
  const { session } = useApp();
  const isVisitor = useStore(session) === null;
  const [typedAt, setTypedAt] = useState(0);
  const conversation = useConversation(() => setTypedAt((count) => count + 1));
  const state = useStore(conversation);
  const office = state.phase === "ready" ? state.thread.office : null;
  return (
    <section className={styles.card} aria-label={t("frame")}>
      <div className={styles.head}>
        <OfficeLine office={office} />
        <p className={styles.never}>
          <ShieldCheck size={14} strokeWidth={2} />
          {t("never")}
        </p>
      </div>
      {isVisitor && <p className={styles.visitor}>{t("visitor")}</p>}
      <div className={styles.body}>
        {state.phase === "failed" ? (
          <div className={styles.failed}>
            <ReadBody reading={{ state, again: () => void conversation.look() }}>
              {() => null}
            </ReadBody>
          </div>
        ) : (
          <SupportFrame conversation={conversation} typedAt={typedAt} />
        )}
      </div>
    </section>
  );
}
