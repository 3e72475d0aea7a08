// The list of indicators, each switched on or off at once, and the raw feed below them: in the menu
// of the workspace and in the sheet of the phone.

import { Switch } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { type ChartChoices, INDICATORS } from "./chart-choice.ts";
import { INDICATOR_PLANS } from "./chart-indicators.ts";

export function IndicatorSwitches({ choices }: { readonly choices: ChartChoices }) {
  const t = useTranslations("trade.chart.indicatorNames");
  const raw = useTranslations("transparency.raw");
  const { indicators, hasRawFeed } = useStore(choices);
  return (
    <>
      {INDICATORS.map((name) => (
        <Switch
          key={name}
          label={t(name)}
          hint={[name, INDICATOR_PLANS[name].params.join(", ")].join(" ").trim()}
          isOn={indicators.includes(name)}
          onChange={(isOn) => choices.switchIndicator(name, isOn)}
        />
      ))}
      <Switch label={raw("title")} isOn={hasRawFeed} onChange={choices.switchRawFeed} />
    </>
  );
}
