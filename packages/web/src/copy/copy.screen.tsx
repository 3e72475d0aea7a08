// Copy trading at /copy: whose record can be looked at. While nobody has chosen to be listed there
// is nobody to copy: the screen says so and leads to what works.

import { Note } from "@truetick/ui";
import Info from "lucide-react/icons/info";
import UsersRound from "lucide-react/icons/users-round";
import { useTranslations } from "use-intl";
import { ScreenHeader } from "../app/screen-header.tsx";
import { RankedList } from "../ranking/ranked-list.tsx";

export function CopyScreen() {
  const t = useTranslations("copy");
  return (
    <>
      <ScreenHeader title={t("title")} />
      <RankedList
        name="copy"
        label={t("title")}
        lead={
          <Note tone="accent" icon={Info}>
            {t("notYet")}
          </Note>
        }
        empty={{
          icon: UsersRound,
          title: t("emptyTitle"),
          text: t("emptyText"),
          action: t("action"),
        }}
      />
    </>
  );
}
