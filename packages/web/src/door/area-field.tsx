// The choice of a country, as a place to live or as the dial code of a number. Where the service is
// not offered, the list says so; somebody who lives there finds it and is not left guessing.

import type { Area } from "@truetick/contract";
import { type PickerChoice, PickerField } from "@truetick/ui/forms";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useResource } from "../app/resource.ts";

const NO_AREAS: readonly Area[] = [];

export function useAreas(): readonly Area[] {
  const state = useResource(useApp().areas);
  return state.phase === "ready" ? state.value : NO_AREAS;
}

function choiceOf(area: Area, notOffered: string | null): PickerChoice {
  const { id, name, dialCode, code, isRestricted } = area;
  const isOff = isRestricted && notOffered !== null;
  const detail = isOff ? notOffered : `+${dialCode}`;
  return { id, label: name, detail, keywords: `${code} ${dialCode}`, isOff };
}

export function AreaField({
  use,
  name,
  areaId,
  error,
  areRestrictedOff = false,
  isOptional = false,
  onChoose,
}: {
  /** What it is chosen for: a number's dial code, or where somebody lives. */
  readonly use: "dialCode" | "area";
  readonly name: string;
  readonly areaId: string;
  readonly error?: string | undefined;
  /** For opening an account: where the service is not offered cannot be chosen. */
  readonly areRestrictedOff?: boolean;
  readonly isOptional?: boolean;
  readonly onChoose: (areaId: string) => void;
}) {
  const t = useTranslations("door");
  const areas = useAreas();
  const notOffered = areRestrictedOff ? t("notOffered") : null;
  const choices = useMemo(
    () => areas.map((area) => choiceOf(area, notOffered)),
    [areas, notOffered],
  );
  const chosen = areas.find(({ id }) => id === areaId);
  const shown = chosen && use === "dialCode" ? <bdi dir="ltr">+{chosen.dialCode}</bdi> : undefined;
  return (
    <PickerField
      label={t(use)}
      name={name}
      choices={choices}
      chosen={areaId === "" ? null : areaId}
      shown={shown}
      placeholder={t("chooseArea")}
      error={error}
      aside={isOptional && t("optional")}
      texts={{
        search: t("searchArea"),
        clearSearch: t("clearSearch"),
        close: t("close"),
        nothingFound: t("noArea"),
      }}
      onChoose={onChoose}
    />
  );
}
