// One of the staff as the reader is told of: the server names them by number, in English.

import { useTranslations } from "use-intl";

const STAFF = /^Staff (\d+)$/;

/** In the reader's language; whoever is called otherwise keeps the name. */
export function useStaffName(): (alias: string) => string {
  const t = useTranslations("words");
  return (alias) => {
    const [, number] = STAFF.exec(alias) ?? [];
    return number === undefined ? alias : t("staff", { number });
  };
}
