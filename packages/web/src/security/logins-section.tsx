// The logins into the account, done and refused, newest first; more until there are no more.

import { type LoginRecord, type LoginRecordPage, requestLogins } from "@truetick/contract";
import { Button, Tag } from "@truetick/ui";
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

function LoginRow({ login }: { readonly login: LoginRecord }) {
  const t = useTranslations("security.logins");
  const moment = useMoment();
  return (
    <li className={styles.row}>
      <RowWords name={moment(login.at)}>
        <p className={styles.note}>
          {login.device} · <bdi dir="ltr">{login.address}</bdi> · {t(`methods.${login.method}`)}
        </p>
      </RowWords>
      <Tag tone={login.isOk ? "ok" : "danger"}>{login.isOk ? t("ok") : t("refused")}</Tag>
    </li>
  );
}

/** The page asked for first, and those asked for after it. */
function LoginList({ first }: { readonly first: LoginRecordPage }) {
  const { server } = useApp();
  const t = useTranslations("security.logins");
  const words = useTranslations("words");
  const tellFailure = useTellFailure();
  const [later, setLater] = useState<readonly LoginRecord[]>([]);
  const [page, setPage] = useState(1);
  const [isWorking, setIsWorking] = useState(false);
  // A login that came meanwhile pushes rows onto the next page: each is shown once.
  const known = new Set(first.records.map(({ id }) => id));
  const shown = [...first.records, ...later.filter(({ id }) => !known.has(id))];
  const more = async () => {
    setIsWorking(true);
    const answer = await server.read(requestLogins(page + 1));
    setIsWorking(false);
    if (!answer.isOk) return tellFailure(answer.failure);
    setPage(page + 1);
    setLater([...later, ...answer.value.records]);
  };
  return (
    <>
      <ul className={styles.rows} aria-label={t("title")}>
        {shown.map((login) => (
          <LoginRow key={login.id} login={login} />
        ))}
      </ul>
      {shown.length < first.total && (
        <div className={styles.more}>
          <Button isWorking={isWorking} onClick={() => void more()}>
            {words("more")}
          </Button>
        </div>
      )}
    </>
  );
}

export function LoginsSection() {
  const t = useTranslations("security.logins");
  const reading = useRead(() => requestLogins(1));
  return (
    <Section title={t("title")} text={t("text")}>
      <ReadBody reading={reading}>{(first) => <LoginList first={first} />}</ReadBody>
    </Section>
  );
}
