// Feedback at /feedback: tell us something, and read what became of what was told before. Without a
// session the screen says how to get one, and names the address that works anyway.

import { requestFeedbackList } from "@truetick/contract/content";
import { TOPIC_NOTICE } from "@truetick/contract/notices";
import { buttonClass, EmptyState, Note } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import MessageSquareText from "lucide-react/icons/message-square-text";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { PageBody } from "../app/page-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { usePages } from "../app/use-pages.ts";
import { ComplaintAddress } from "../complaints/complaint-address.tsx";
import { useTopicNews } from "../live/use-topic-news.ts";
import { doorPath } from "../session/from.ts";
import styles from "./feedback.module.css";
import { FeedbackCard } from "./feedback-card.tsx";
import { FeedbackForm } from "./feedback-form.tsx";

const PATH = "/feedback";

function OtherWays() {
  const t = useTranslations("feedback");
  const chat = useTranslations("chat");
  return (
    <>
      <Section title={t("byMail")}>
        <ComplaintAddress />
      </Section>
      <Note tone="neutral" icon={ShieldAlert}>
        {chat("never")}
      </Note>
    </>
  );
}

function ForVisitors() {
  const t = useTranslations("feedback");
  const door = useTranslations("door");
  const titles = useTranslations("shell.titles");
  return (
    <SubScreen title={titles("feedback")} parent="/">
      <Section title={t("title")} text={t("logInText")}>
        <div>
          <Link to={doorPath("/login", PATH)} className={buttonClass("primary", "touch")}>
            {door("logIn")}
          </Link>
        </div>
      </Section>
      <OtherWays />
    </SubScreen>
  );
}

function ForTraders({ isDemo }: { readonly isDemo: boolean }) {
  const t = useTranslations("feedback");
  const titles = useTranslations("shell.titles");
  const tellFailure = useTellFailure();
  const pages = usePages(requestFeedbackList);
  const again = async () => {
    const failure = await pages.refresh();
    if (failure && pages.list.phase === "ready") tellFailure(failure);
  };
  // What is answered is left in the inbox, and that is told at once.
  useTopicNews(
    TOPIC_NOTICE,
    (frame) =>
      frame.type === TOPIC_NOTICE && frame.data.some(({ kind }) => kind === "feedbackAnswered"),
    () => void pages.refresh(),
  );
  return (
    <SubScreen title={titles("feedback")} parent="/" refresh={again}>
      <FeedbackForm canAttach={!isDemo} onSent={() => void pages.refresh()} />
      <section className={styles.own} aria-label={t("own")}>
        <h2 className={styles.heading}>{t("own")}</h2>
        <PageBody
          pages={pages}
          label={t("own")}
          nothing={<EmptyState icon={MessageSquareText} title={t("none")} text={t("noneText")} />}
        >
          {(feedback) => (
            <FeedbackCard feedback={feedback} onReplied={() => void pages.refresh()} />
          )}
        </PageBody>
      </section>
      <OtherWays />
    </SubScreen>
  );
}

export function FeedbackScreen() {
  const session = useStore(useApp().session);
  if (!session) return <ForVisitors />;
  const { isDemo } = session.user;
  return <ForTraders key={session.token} isDemo={isDemo} />;
}
