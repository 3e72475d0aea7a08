// The announcements: first, where the service is not provided; then what we have announced; then
// every change of terms, those that will be and those that were made.

import { useTranslations } from "use-intl";
import { SubScreen } from "../app/sub-screen.tsx";
import { ChangeList } from "../changes/change-list.tsx";
import { AnnouncementList } from "./announcement-list.tsx";

export function AnnouncementScreen() {
  const titles = useTranslations("shell.titles");
  return (
    <SubScreen title={titles("announcement")} parent="/">
      <AnnouncementList />
      <ChangeList />
    </SubScreen>
  );
}
