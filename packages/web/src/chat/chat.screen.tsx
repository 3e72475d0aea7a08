// Support at /mine/chat, as the platform's settings say: a link to copy, a link to follow that
// names its host first (T27), or our own chat. That one is not open yet: the screen says so, and
// which way works today. Needs no login.

import { Note } from "@truetick/ui";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { useResource } from "../app/resource.ts";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { safeHostOf } from "../companies/safe-link.ts";
import { ComplaintAddress } from "../complaints/complaint-address.tsx";
import { SupportLink } from "./support-link.tsx";

export function ChatScreen() {
  const { platformSettings } = useApp();
  const t = useTranslations("chat");
  const titles = useTranslations("shell.titles");
  const support = useTranslations("user.support");
  const state = useResource(platformSettings);
  return (
    <SubScreen title={titles("chat")} parent="/">
      <ReadBody reading={{ state, again: platformSettings.load }}>
        {({ supportMode, supportLink }) => {
          const host = supportMode === "chat" ? null : safeHostOf(supportLink);
          if (host === null) {
            return (
              <Section title={t("emptyTitle")} text={t("emptyText")}>
                <ComplaintAddress />
              </Section>
            );
          }
          return (
            <Section title={support("name")}>
              <SupportLink
                link={supportLink}
                host={host}
                isFollowed={supportMode === "followLink"}
              />
            </Section>
          );
        }}
      </ReadBody>
      <Note tone="neutral" icon={ShieldAlert}>
        {t("never")}
      </Note>
    </SubScreen>
  );
}
