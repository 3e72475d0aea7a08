// The audit log: who did what to what, newest first, with the hash that chains every line to all
// before it, and a check of the whole chain. Nothing here can be changed.

import {
  type AuditLine,
  exportPath,
  requestAuditLines,
  requestAuditVerdict,
} from "@truetick/contract/desk";
import { Button, Tag } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk, useMay } from "../app/desk.ts";
import { writeExactMoment } from "../app/moment.ts";
import { useFailureText } from "../app/use-failure.ts";
import { usePages } from "../app/use-pages.ts";
import { DownloadButton } from "../exports/download-button.tsx";
import { useQueueView } from "../frame/use-queue.ts";
import { ListPage } from "../table/list-page.tsx";
import { detailText } from "./detail-text.ts";

const HASH_SHOWN = 12;

function VerifyChain() {
  const t = useTranslations("audit");
  const { server, toasts } = useDesk();
  const textOf = useFailureText();
  const [verdict, setVerdict] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const verify = async () => {
    setIsWorking(true);
    const answer = await server.read(requestAuditVerdict());
    setIsWorking(false);
    if (!answer.isOk) {
      toasts.show({ tone: "failed", title: textOf(answer.failure) ?? t("verify") });
      return;
    }
    const { isWhole, lines, firstBad, hash } = answer.value;
    const seen = { lines, hash: hash.slice(0, HASH_SHOWN) };
    setVerdict(isWhole ? t("whole", seen) : t("broken", { line: firstBad }));
  };
  return (
    <>
      {verdict !== null && <Tag>{verdict}</Tag>}
      <Button kind="outline" isWorking={isWorking} onClick={() => void verify()}>
        {t("verify")}
      </Button>
    </>
  );
}

export function AuditScreen() {
  const t = useTranslations("audit");
  const places = useTranslations("shell.places");
  const may = useMay();
  const view = useQueueView("audit");
  const action = view.filter("q");
  const subject = view.filter("subject");
  const pages = usePages<AuditLine>(
    (cursor) => requestAuditLines({ action, subject, cursor }),
    `${action}|${subject}`,
  );
  return (
    <ListPage
      title={places("audit")}
      pages={pages}
      idOf={({ seq }) => seq}
      emptyText={t("empty")}
      search={{ text: action, label: t("search"), onText: (q) => view.choose({ q }) }}
      actions={
        <>
          <VerifyChain />
          {may("exports.make") && (
            <DownloadButton
              label={t("export")}
              fileName="audit.csv"
              path={() =>
                exportPath({ what: "audit", from: 0, to: Math.floor(Date.now() / 1_000) })
              }
            />
          )}
        </>
      }
      columns={[
        { name: t("seq"), isFigure: true, cell: ({ seq }) => seq },
        { name: t("time"), cell: ({ at }) => writeExactMoment(at) },
        { name: t("who"), cell: ({ actor }) => actor.name },
        { name: t("action"), cell: (line) => line.action },
        { name: t("subject"), cell: (line) => `${line.subject.kind} ${line.subject.id}` },
        { name: t("detail"), isLong: true, cell: ({ detail }) => detailText(detail) },
        { name: t("hash"), cell: ({ hash }) => <code>{hash.slice(0, HASH_SHOWN)}</code> },
      ]}
    />
  );
}
