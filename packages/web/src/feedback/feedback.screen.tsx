// Feedback at /feedback. There is no form yet, and the screen says so: the address that works, and
// the way to support.

import { buttonClass } from "@truetick/ui";
import MessageCircle from "lucide-react/icons/message-circle";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { ComplaintAddress } from "../complaints/complaint-address.tsx";

export function FeedbackScreen() {
  const t = useTranslations("feedback");
  const titles = useTranslations("shell.titles");
  const support = useTranslations("user.support");
  return (
    <SubScreen title={titles("feedback")} parent="/">
      <Section title={t("title")} text={t("text")}>
        <ComplaintAddress />
      </Section>
      <Section title={support("name")}>
        <div>
          <Link to="/mine/chat" className={buttonClass("outline", "touch")}>
            <MessageCircle size={16} />
            {titles("chat")}
          </Link>
        </div>
      </Section>
    </SubScreen>
  );
}
