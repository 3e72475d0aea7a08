// The announcements: first, where the service is not provided; then every change of terms, those
// that are announced and those that were made.

import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { useResource } from "../app/resource.ts";
import { SubScreen } from "../app/sub-screen.tsx";
import { ChangeList } from "../changes/change-list.tsx";
import { RegionNotice } from "./region-notice.tsx";

export function AnnouncementScreen() {
  const { platformSettings } = useApp();
  const titles = useTranslations("shell.titles");
  const state = useResource(platformSettings);
  return (
    <SubScreen title={titles("announcement")} parent="/">
      <ReadBody reading={{ state, again: platformSettings.load }}>
        {() => <RegionNotice />}
      </ReadBody>
      <ChangeList />
    </SubScreen>
  );
}
