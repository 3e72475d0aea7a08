// People: found by how a number, an e-mail address or a phone number begins. One is opened with
// everything the desk knows about them.

import { type DeskUser, exportPath, requestDeskUsers } from "@truetick/contract/desk";
import { Tag, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { writeMoment } from "../app/moment.ts";
import type { ScreenProps } from "../app/routes.tsx";
import { usePages } from "../app/use-pages.ts";
import { DownloadButton } from "../exports/download-button.tsx";
import { Picker } from "../frame/picker.tsx";
import { useQueueView } from "../frame/use-queue.ts";
import { ListPage } from "../table/list-page.tsx";
import { UserDetail } from "./user-detail.tsx";

function UserList() {
  const t = useTranslations("users");
  const places = useTranslations("shell.places");
  const notation = useNotation();
  const may = useMay();
  const view = useQueueView("users");
  const search = view.filter("q");
  const isDemo = view.filter("book") === "demo";
  const pages = usePages<DeskUser>(
    (cursor) => requestDeskUsers({ search, isDemo, cursor }),
    `${search}|${isDemo}`,
  );
  return (
    <ListPage
      title={places("users")}
      pages={pages}
      idOf={({ id }) => id}
      linkOf={({ id }) => view.pathOf(id)}
      emptyText={t("empty")}
      search={{ text: search, label: t("search"), onText: (q) => view.choose({ q }) }}
      filters={
        <Picker
          label={t("book")}
          choices={[
            { id: "", label: t("books.real") },
            { id: "demo", label: t("books.demo") },
          ]}
          chosen={isDemo ? "demo" : ""}
          onChoose={(book) => view.choose({ book })}
        />
      }
      actions={
        may("exports.make") && (
          <DownloadButton
            label={t("export")}
            fileName="users.csv"
            path={() => exportPath({ what: "users", from: 0, to: Math.floor(Date.now() / 1_000) })}
          />
        )
      }
      columns={[
        { name: t("uid"), cell: ({ uid }) => uid },
        { name: t("email"), isLong: true, cell: ({ email }) => email || "–" },
        { name: t("mobile"), cell: ({ mobile }) => mobile || "–" },
        { name: t("area"), cell: ({ area }) => area || "–" },
        {
          name: t("state"),
          cell: ({ isCertified, frozenUntil }) => (
            <>
              {isCertified && <Tag tone="ok">{t("certified")}</Tag>}{" "}
              {frozenUntil !== null && <Tag tone="warn">{t("frozen")}</Tag>}
            </>
          ),
        },
        { name: t("cash"), isFigure: true, cell: ({ cash }) => writeDecimal(cash, notation) },
        { name: t("since"), cell: ({ createdAt }) => writeMoment(createdAt) },
      ]}
    />
  );
}

export function UsersScreen({ chosen }: ScreenProps) {
  return chosen === null ? <UserList /> : <UserDetail id={chosen} />;
}
