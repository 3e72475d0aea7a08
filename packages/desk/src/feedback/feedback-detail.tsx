// One feedback: the words, the picture, who wrote it, and the talk since. Everything in it is text
// (T31).

import { languageOf } from "@truetick/contract";
import {
  type DeskFeedbackFile,
  type DeskFeedbackReply,
  requestDeskFeedbackFile,
} from "@truetick/contract/desk";
import { Tag } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { writeMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { CaseDetail, type CasePane, type WholeCase } from "../frame/case-detail.tsx";
import { Card, Columns, DetailBody, DetailHead, Line, Lines, Stack } from "../frame/detail.tsx";
import { ImageViewer } from "../images/image-viewer.tsx";
import styles from "./feedback.module.css";
import { FeedbackActions } from "./feedback-actions.tsx";
import { STATUS_TONES } from "./feedback-state.ts";

function Said({ reply }: { readonly reply: DeskFeedbackReply }) {
  const t = useTranslations("feedback");
  return (
    <li className={styles.said} data-staff={reply.isStaff}>
      <p className={styles.who}>
        <b>{reply.isStaff ? reply.author : t("trader")}</b>
        <time>{writeMoment(reply.at)}</time>
      </p>
      <p className={styles.words} dir="auto">
        {reply.text}
      </p>
    </li>
  );
}

function Person({ shown }: { readonly shown: DeskFeedbackFile }) {
  const t = useTranslations("feedback");
  return (
    <Card title={t("person")}>
      <Lines>
        <Line name={t("user")}>
          <Link to={pathTo("users", shown.userId)}>{shown.uid}</Link>
        </Line>
        <Line name={t("book")}>{shown.isDemo ? t("demoAccount") : t("real")}</Line>
        <Line name={t("language")}>{languageOf(shown.language).name}</Line>
        {shown.waitingSince !== null && (
          <Line name={t("waitingSince")}>{writeMoment(shown.waitingSince)}</Line>
        )}
      </Lines>
    </Card>
  );
}

function Whole({ shown, onChanged }: WholeCase<DeskFeedbackFile>) {
  const t = useTranslations("feedback");
  const { id, kind, status, text, imageUrl, talk, createdAt } = shown;
  return (
    <>
      <DetailBody>
        <DetailHead
          line={t("head", { id, time: writeMoment(createdAt) })}
          tag={<Tag tone={STATUS_TONES[status]}>{t(`statuses.${status}`)}</Tag>}
        >
          <b>{t(`kinds.${kind}`)}</b>
        </DetailHead>
        <Columns>
          <Stack>
            <Card title={t("message")}>
              <p className={styles.words} dir="auto">
                {text}
              </p>
            </Card>
            <Card title={t("talk")}>
              {talk.length === 0 ? (
                <p className={styles.none}>{t("noTalk")}</p>
              ) : (
                <ul className={styles.talk}>
                  {talk.map((reply) => (
                    <Said key={reply.id} reply={reply} />
                  ))}
                </ul>
              )}
            </Card>
          </Stack>
          <Stack>
            <Person shown={shown} />
            {imageUrl !== null && (
              <Card title={t("picture")}>
                <ImageViewer
                  label={t("picture")}
                  pictures={[{ path: imageUrl, label: t("picture") }]}
                />
              </Card>
            )}
          </Stack>
        </Columns>
      </DetailBody>
      <FeedbackActions shown={shown} onChanged={onChanged} />
    </>
  );
}

export function FeedbackDetail(pane: CasePane) {
  return <CaseDetail {...pane} request={requestDeskFeedbackFile} whole={Whole} />;
}
