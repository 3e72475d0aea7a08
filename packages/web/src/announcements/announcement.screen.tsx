// The announcements: first, where the service is not provided.

import { EmptyState } from "@truetick/ui";
import Megaphone from "lucide-react/icons/megaphone";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { useResource } from "../app/resource.ts";
import { SubScreen } from "../app/sub-screen.tsx";
import { RegionNotice } from "./region-notice.tsx";

export function AnnouncementScreen() {
  const { platformSettings } = useApp();
  const t = useTranslations("announcement");
  const titles = useTranslations("shell.titles");
  const state = useResource(platformSettings);
  return (
    <SubScreen title={titles("announcement")} parent="/">
      <ReadBody reading={{ state, again: platformSettings.load }}>
        {({ restrictedAreas }) =>
          restrictedAreas.length > 0 ? (
            <RegionNotice />
          ) : (
            <EmptyState icon={Megaphone} title={t("noneTitle")} text={t("noneText")} />
          )
        }
      </ReadBody>
    </SubScreen>
  );
}
