// What stands there when there is no way to pay in: the specification's sentence and the next step.

import { EmptyState } from "@truetick/ui";
import Unplug from "lucide-react/icons/unplug";
import { useTranslations } from "use-intl";

export function NoChannel() {
  const t = useTranslations("deposits");
  return <EmptyState icon={Unplug} title={t("noChannel")} text={t("noChannelText")} />;
}
