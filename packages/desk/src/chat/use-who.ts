// How a person in the chat is called at the desk: the member's number, or a visitor by that of the
// conversation.

import type { SupportRow } from "@truetick/contract/support";
import { useTranslations } from "use-intl";

export function useWho(): (row: Pick<SupportRow, "id" | "uid">) => string {
  const t = useTranslations("chat");
  return ({ id, uid }) => (uid === "" ? t("visitor", { id }) : uid);
}
