// Support at /mine/chat, as the platform's settings say: our own chat, a link to copy, or a link to
// follow that names its host first (T27). Needs no login.

import { Note } from "@truetick/ui";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { useResource } from "../app/resource.ts";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { safeHostOf } from "../companies/safe-link.ts";
import { OwnChat } from "./own-chat.tsx";
import { SupportLink } from "./support-link.tsx";

export function ChatScreen() {
  const { platformSettings } = useApp();
  const t = useTranslations("chat");
  const titles = useTranslations("shell.titles");
  const support = useTranslations("user.support");
  const state = useResource(platformSettings);
  const known = state.phase === "ready" ? state.value : null;
  const host = known && known.supportMode !== "chat" ? safeHostOf(known.supportLink) : null;
  if (known && host === null) {
    return (
      <SubScreen title={titles("chat")} parent="/" isFilled>
        <OwnChat />
      </SubScreen>
    );
  }
  return (
    <SubScreen title={titles("chat")} parent="/">
      <ReadBody reading={{ state, again: platformSettings.load }}>
        {({ supportMode, supportLink }) => (
          <Section title={support("name")}>
            <SupportLink
              link={supportLink}
              host={host ?? ""}
              isFollowed={supportMode === "followLink"}
            />
          </Section>
        )}
      </ReadBody>
      <Note tone="neutral" icon={ShieldAlert}>
        {t("never")}
      </Note>
    </SubScreen>
  );
}
