// One identity: name and number beside the pictures they must match, others who handed in the same
// document, and how earlier attempts of the same member ended.

import { type IdentityCase, requestIdentityCase } from "@truetick/contract/desk";
import { Note, Tag } from "@truetick/ui";
import Eye from "lucide-react/icons/eye";
import MessageCircle from "lucide-react/icons/message-circle";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { writeMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { CaseDetail, type CasePane, type WholeCase } from "../frame/case-detail.tsx";
import { CaseWords } from "../frame/case-words.tsx";
import { Card, Columns, DetailBody, DetailHead, Line, Lines, Stack } from "../frame/detail.tsx";
import { ImageViewer } from "../images/image-viewer.tsx";
import { DataTable } from "../table/data-table.tsx";
import { IdentityActions } from "./identity-actions.tsx";

function Person({ shown }: { readonly shown: IdentityCase }) {
  const t = useTranslations("identity");
  return (
    <Card title={t("person")}>
      <Lines>
        <Line name={t("name")} isStrong>
          {shown.name}
        </Line>
        <Line name={t("cardId")} isStrong>
          {shown.cardId}
        </Line>
        <Line name={t("member")}>
          <Link to={pathTo("users", shown.userId)}>{shown.uid}</Link>
        </Line>
        <Line name={t("submitted")}>{writeMoment(shown.submittedAt)}</Line>
        {shown.decidedAt !== null && (
          <Line name={t("decided")}>
            {t("decidedBy", { name: shown.decidedBy, time: writeMoment(shown.decidedAt) })}
          </Line>
        )}
      </Lines>
      <Note tone="neutral" icon={Eye}>
        {t("watched", { left: shown.viewsLeft })}
      </Note>
    </Card>
  );
}

function Past({ shown }: { readonly shown: IdentityCase }) {
  const t = useTranslations("identity");
  return (
    <Card title={t("twins")} isFlush>
      <DataTable
        label={t("twins")}
        rows={shown.twins}
        idOf={({ userId, status }) => `${userId}-${status}`}
        linkOf={({ userId }) => pathTo("users", userId)}
        emptyText={t("noTwins")}
        columns={[
          { name: t("member"), cell: ({ uid }) => uid },
          { name: t("state"), cell: ({ status }) => t(`states.${status}`) },
        ]}
      />
    </Card>
  );
}

function Attempts({ shown }: { readonly shown: IdentityCase }) {
  const t = useTranslations("identity");
  return (
    <Card title={t("history")} isFlush>
      <DataTable
        label={t("history")}
        rows={shown.history}
        idOf={({ id }) => id}
        emptyText={t("noHistory")}
        columns={[
          { name: t("submitted"), cell: ({ submittedAt }) => writeMoment(submittedAt) },
          { name: t("state"), cell: ({ status }) => t(`states.${status}`) },
          { name: t("reason"), cell: ({ reason }) => reason, isLong: true },
        ]}
      />
    </Card>
  );
}

function Words({ shown }: { readonly shown: IdentityCase }) {
  const t = useTranslations("identity");
  return (
    <CaseWords
      words={[
        ["question", shown.question],
        ["reason", shown.reason],
      ]}
      icon={MessageCircle}
      write={(name, text) => t(`words.${name}`, { text })}
    />
  );
}

function Whole({ shown, onChanged }: WholeCase<IdentityCase>) {
  const t = useTranslations("identity");
  const pictures = [
    { path: shown.frontUrl, label: t("front") },
    { path: shown.backUrl, label: t("back") },
  ].flatMap(({ path, label }) => (path === null ? [] : [{ path, label }]));
  const isOpen = shown.status === "waiting";
  const line = t("line", { id: shown.id, time: writeMoment(shown.submittedAt) });
  return (
    <>
      <DetailBody>
        <DetailHead
          line={isOpen ? `${line}, ${t("due", { time: writeMoment(shown.dueAt) })}` : line}
          tag={<Tag tone={isOpen ? "accent" : "neutral"}>{t(`states.${shown.status}`)}</Tag>}
        >
          <b>{shown.name}</b>
        </DetailHead>
        <Words shown={shown} />
        <Columns>
          <Card title={t("pictures")}>
            {pictures.length === 0 ? (
              <p>{t("noPictures")}</p>
            ) : (
              <ImageViewer label={t("pictures")} pictures={pictures} />
            )}
          </Card>
          <Stack>
            <Person shown={shown} />
            <Past shown={shown} />
          </Stack>
        </Columns>
        <Attempts shown={shown} />
      </DetailBody>
      <IdentityActions shown={shown} onChanged={onChanged} />
    </>
  );
}

export function IdentityDetail(pane: CasePane) {
  return <CaseDetail {...pane} request={requestIdentityCase} whole={Whole} />;
}
