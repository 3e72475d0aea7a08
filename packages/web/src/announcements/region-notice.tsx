// Where the service is not provided, in the reader's own names of the countries; the list is the
// platform's. Says nothing where nothing is restricted or the list has not come.

import { Note, useNotation } from "@truetick/ui";
import Globe from "lucide-react/icons/globe";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useResource } from "../app/resource.ts";
import { nameCountries } from "./name-countries.ts";

export function RegionNotice() {
  const { platformSettings } = useApp();
  const t = useTranslations("announcement");
  const { tag } = useNotation();
  const state = useResource(platformSettings);
  if (state.phase !== "ready" || state.value.restrictedAreas.length === 0) return null;
  const countries = nameCountries(state.value.restrictedAreas, tag);
  return (
    <Note tone="warn" icon={Globe}>
      {t("region", { countries })}
    </Note>
  );
}
