// The notifications centre at /mine/notices: what was told, by day, and the price alerts of all
// markets (`?view=alerts`).

import { Button, iconButtonClass, Segment } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import CheckCheck from "lucide-react/icons/check-check";
import Settings from "lucide-react/icons/settings";
import { useTranslations } from "use-intl";
import { AllAlerts } from "../alerts/all-alerts.tsx";
import { useAlerts } from "../alerts/use-alerts.ts";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import plane from "../app/row-plane.module.css";
import { SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { NoticeList } from "./notice-list.tsx";
import styles from "./notices.screen.module.css";
import { useInbox } from "./use-inbox.ts";

const PATH = "/mine/notices";
const ALERTS = "alerts";

function Told() {
  const t = useTranslations("inbox");
  const inbox = useInbox();
  const { unread } = useStore(inbox);
  return (
    <>
      {unread > 0 && (
        <div className={styles.acts}>
          <Button
            kind="ghost"
            size="dense"
            icon={CheckCheck}
            onClick={() => void inbox.markRead(null)}
          >
            {t("markAll")}
          </Button>
        </div>
      )}
      <div className={plane.plane}>
        <NoticeList inbox={inbox} />
      </div>
    </>
  );
}

export function NoticesScreen() {
  const { router } = useApp();
  const t = useTranslations("inbox");
  const titles = useTranslations("shell.titles");
  const alertTexts = useTranslations("alerts");
  const inbox = useInbox();
  const alerts = useAlerts();
  const tellFailure = useTellFailure();
  const view = useStore(router.location).query.get("view") === ALERTS ? ALERTS : "told";
  const choose = (chosen: "told" | typeof ALERTS) =>
    router.navigate(chosen === ALERTS ? `${PATH}?view=${ALERTS}` : PATH, { isReplacing: true });
  const refresh = async () => {
    const failure = await (view === ALERTS ? alerts.refresh() : inbox.refresh());
    if (failure) tellFailure(failure);
  };
  return (
    <SubScreen
      title={titles("notices")}
      parent="/mine"
      refresh={refresh}
      actions={
        <Link
          to="/mine/system"
          className={iconButtonClass("finger")}
          aria-label={t("settings")}
          title={t("settings")}
        >
          <Settings size={20} strokeWidth={1.75} />
        </Link>
      }
    >
      <Segment
        label={t("view")}
        choices={[
          { id: "told", label: titles("notices") },
          { id: ALERTS, label: alertTexts("title") },
        ]}
        chosen={view}
        onChoose={choose}
      />
      {view === ALERTS ? <AllAlerts /> : <Told />}
    </SubScreen>
  );
}
