// Support chat: the conversations, who waits the longest first, beside the one that is answered.
// Follows what happens live; whatever is answered carries the person's own name in the transcript.

import { requestSupportCases, SUPPORT_BOXES, type SupportRow } from "@truetick/contract/support";
import { Button } from "@truetick/ui";
import BookOpenText from "lucide-react/icons/book-open-text";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import type { ScreenProps } from "../app/routes.tsx";
import { usePages } from "../app/use-pages.ts";
import { NothingChosen } from "../frame/detail.tsx";
import { Picker } from "../frame/picker.tsx";
import { Queue } from "../frame/queue.tsx";
import { QueueRow, type RowTag } from "../frame/queue-row.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { CannedDialog } from "./canned-dialog.tsx";
import type { ChatNews } from "./chat-socket.ts";
import { ConversationPane } from "./conversation-pane.tsx";
import { useChatNews } from "./use-chat-news.ts";
import { useWho } from "./use-who.ts";

function ChatLine({ row }: { readonly row: SupportRow }) {
  const t = useTranslations("chat");
  const who = useWho();
  const said = row.lastAuthor === "system" ? t("closed") : row.lastText || t("picture");
  const tags: readonly RowTag[] = [
    ...(row.unread > 0
      ? [{ key: "unread", tone: "accent" as const, text: t("unread", { count: row.unread }) }]
      : []),
    ...(row.isClosed ? [{ key: "closed", tone: "neutral" as const, text: t("isClosed") }] : []),
    ...(row.agentName === ""
      ? []
      : [{ key: "agent", tone: "neutral" as const, text: row.agentName }]),
    ...(row.isDemo ? [{ key: "demo", tone: "neutral" as const, text: t("demo") }] : []),
  ];
  return (
    <QueueRow
      head={who(row)}
      line={row.lastAuthor === "staff" ? t("answeredLine", { text: said }) : said}
      aside={row.language}
      tags={tags}
      createdAt={row.waitingSince ?? row.lastAt}
      dueAt={null}
      isOpen={row.waitingSince !== null}
    />
  );
}

export function ChatScreen({ chosen }: ScreenProps) {
  const t = useTranslations("chat");
  const places = useTranslations("shell.places");
  const may = useMay();
  const view = useQueueView("chat");
  const [isManaging, setIsManaging] = useState(false);
  const box = oneOf(SUPPORT_BOXES, view.filter("box")) ?? "open";
  const search = view.filter("search");
  const pages = usePages(
    (cursor) => requestSupportCases({ box, search, cursor }),
    `${box}/${search}`,
  );
  const pane = useRef<((news: ChatNews) => void) | null>(null);
  useChatNews((news) => {
    if (news.kinds.some((kind) => kind !== "typing")) pages.again();
    if (news.thread === null || news.thread === chosen) pane.current?.(news);
  });
  return (
    <>
      <Queue
        label={places("chat")}
        queue="support"
        pages={pages}
        chosen={chosen}
        pathOf={view.pathOf}
        onOpen={view.open}
        renderRow={(row) => <ChatLine row={row} />}
        emptyText={t("empty")}
        search={{ text: search, onText: (text) => view.choose({ search: text }) }}
        filters={
          <>
            <Picker
              label={t("box")}
              choices={SUPPORT_BOXES.map((id) => ({ id, label: t(`boxes.${id}`) }))}
              chosen={box}
              onChoose={(id) => view.choose({ box: id })}
            />
            {may("support.manage") && (
              <Button
                size="dense"
                kind="ghost"
                icon={BookOpenText}
                onClick={() => setIsManaging(true)}
              >
                {t("canned.title")}
              </Button>
            )}
          </>
        }
      >
        {chosen === null ? (
          <NothingChosen />
        ) : (
          <ConversationPane
            key={chosen}
            id={chosen}
            news={pane}
            onChanged={pages.again}
            onBack={() => view.open(null)}
          />
        )}
      </Queue>
      {isManaging && <CannedDialog onClose={() => setIsManaging(false)} />}
    </>
  );
}
