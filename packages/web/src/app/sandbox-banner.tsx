// Says that the prices are simulated and the money is not real, on every screen, for as long as
// the server says so (H13). There is no way to close it.

import { NoticeBar, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import FlaskConical from "lucide-react/icons/flask-conical";
import { useTranslations } from "use-intl";
import { useApp } from "./app.ts";

export function SandboxBanner({ look }: { readonly look: "bar" | "tag" }) {
  const { live } = useApp();
  const t = useTranslations("shell");
  const isSimulated = useStore(live.isSimulated);
  if (!isSimulated) return null;
  if (look === "tag") {
    return (
      <Tag tone="warn" icon={FlaskConical}>
        {t("sandbox")}
      </Tag>
    );
  }
  return (
    <NoticeBar tone="warn" isCentred lead={<FlaskConical size={14} strokeWidth={2} />}>
      {t("sandbox")}
    </NoticeBar>
  );
}
