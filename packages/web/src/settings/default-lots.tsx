// The size that an order form starts with, kept as soon as it is one. Typed and shown in the
// reader's own notation; kept as a plain decimal.

import { useNotation } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { readNumber, typedForm } from "../ticket/read-number.ts";
import { isLots } from "./lots.ts";

export function DefaultLots() {
  const { preferences } = useApp();
  const t = useTranslations("settings");
  const notation = useNotation();
  const { defaultLots } = useStore(preferences);
  // Null while nobody types: what the account says may come after the screen.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? typedForm(defaultLots ?? "", notation);
  const read = (text: string) => {
    const plain = readNumber(text, notation);
    return plain !== null && isLots(plain) ? plain : null;
  };
  const isWrong = shown.trim() !== "" && read(shown) === null;
  const keep = (text: string) => {
    setTyped(text);
    const lots = read(text);
    if (lots !== null || text.trim() === "") preferences.chooseDefaultLots(lots);
  };
  return (
    <TextField
      label={t("defaultLots")}
      hint={t("defaultLotsHint")}
      error={isWrong ? t("lotsWrong") : null}
      value={shown}
      inputMode="decimal"
      dir="ltr"
      maxLength={12}
      placeholder={typedForm("0.01", notation)}
      onValue={keep}
      onBlur={() => setTyped(isWrong ? typed : null)}
    />
  );
}
