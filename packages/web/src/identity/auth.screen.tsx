// Who somebody is, at /mine/auth: the form, the wait for its review, or that it is done; a
// rejection brings the form back with its reason. And who has looked at the documents (H22).

import {
  type Identity,
  requestIdentity,
  requestIdentityAccesses,
} from "@truetick/contract/cashier";
import { Fact, Facts, Note, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import BadgeCheck from "lucide-react/icons/badge-check";
import Clock from "lucide-react/icons/clock";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useMoment } from "../app/use-moment.ts";
import { type Reading, useRead } from "../app/use-read.ts";
import { useStaffName } from "../app/use-staff-name.ts";
import { useCashierNews } from "../live/use-cashier-news.ts";
import { RealOnlyScreen } from "../user/real-only.tsx";
import { WaitLine } from "../waits/wait-line.tsx";
import styles from "./identity.module.css";
import { IdentityForm } from "./identity-form.tsx";

function HandedIn({ identity }: { readonly identity: Identity }) {
  const t = useTranslations("identity");
  return (
    <Facts>
      <Fact name={t("name")} isFigure={false}>
        <bdi>{identity.name}</bdi>
      </Fact>
      <Fact name={t("cardId")}>{identity.cardId}</Fact>
    </Facts>
  );
}

function Waiting({ identity, onChanged }: IdentityProps) {
  const t = useTranslations("identity");
  return (
    <>
      <Section
        title={t("waitingTitle")}
        text={t("waitingText")}
        aside={
          <Tag tone="accent" icon={Clock}>
            {t("waiting")}
          </Tag>
        }
      >
        <HandedIn identity={identity} />
        {identity.submittedAt !== null && (
          <WaitLine sentAt={identity.submittedAt} dueAt={identity.dueAt} />
        )}
      </Section>
      {identity.question !== "" && (
        <>
          <Note tone="warn" icon={Clock}>
            {t("question")} {identity.question}
          </Note>
          <IdentityForm onSubmitted={onChanged} />
        </>
      )}
    </>
  );
}

function Certified({ identity }: { readonly identity: Identity }) {
  const t = useTranslations("identity");
  const moment = useMoment();
  return (
    <Section
      title={t("certifiedTitle")}
      text={t("certifiedText")}
      aside={
        <Tag tone="ok" icon={BadgeCheck}>
          {t("certified")}
        </Tag>
      }
    >
      <HandedIn identity={identity} />
      {identity.decidedAt !== null && (
        <p className={styles.note}>{t("since", { time: moment(identity.decidedAt) })}</p>
      )}
    </Section>
  );
}

type IdentityProps = {
  readonly identity: Identity;
  readonly onChanged: (identity: Identity) => void;
};

function Standing({ identity, onChanged }: IdentityProps) {
  const t = useTranslations("identity");
  if (identity.status === "waiting") return <Waiting identity={identity} onChanged={onChanged} />;
  if (identity.status === "certified") return <Certified identity={identity} />;
  return (
    <>
      {identity.reason !== "" && (
        <Note tone="warn" icon={Clock}>
          {t("rejected")} {identity.reason}
        </Note>
      )}
      <IdentityForm onSubmitted={onChanged} />
    </>
  );
}

function Accesses() {
  const t = useTranslations("identity");
  const moment = useMoment();
  const nameOf = useStaffName();
  const reading = useRead(requestIdentityAccesses);
  useCashierNews(["identity"], reading.again);
  return (
    <Section title={t("accessTitle")} text={t("accessText")}>
      <ReadBody reading={reading}>
        {(accesses) =>
          accesses.length === 0 ? (
            <p className={styles.note}>{t("noAccess")}</p>
          ) : (
            <ul className={styles.accesses} aria-label={t("accessTitle")}>
              {accesses.map(({ at, who, what }) => (
                <li key={`${at}/${who}/${what}`}>
                  <span>{t(`looks.${what}`)}</span>
                  <span className={styles.note}>
                    <bdi>{nameOf(who)}</bdi> · <bdi>{moment(at)}</bdi>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </ReadBody>
    </Section>
  );
}

function IdentityBody({ reading }: { readonly reading: Reading<Identity> }) {
  return (
    <ReadBody reading={reading}>
      {(identity) => (
        <>
          <Standing identity={identity} onChanged={reading.put} />
          <Accesses />
        </>
      )}
    </ReadBody>
  );
}

function OwnIdentity({ title }: { readonly title: string }) {
  const reading = useRead(requestIdentity);
  useCashierNews(["identity"], reading.again);
  return (
    <SubScreen title={title} parent="/user">
      <IdentityBody reading={reading} />
    </SubScreen>
  );
}

export function AuthScreen() {
  const { session } = useApp();
  const titles = useTranslations("shell.titles");
  const title = titles("identity");
  if (useStore(session)?.user.isDemo) return <RealOnlyScreen title={title} />;
  return <OwnIdentity title={title} />;
}
