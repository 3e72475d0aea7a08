// The menu of indicators in the workspace: a button that says how many are on, and a popover under
// it. The browser opens, closes and returns the focus.

import { useStore } from "@truetick/ui/state";
import ChartSpline from "lucide-react/icons/chart-spline";
import { useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import type { ChartChoices } from "./chart-choice.ts";
import styles from "./indicator-menu.module.css";
import { IndicatorSwitches } from "./indicator-switches.tsx";

const GAP_PX = 4;

export function IndicatorMenu({ choices }: { readonly choices: ChartChoices }) {
  const t = useTranslations("trade.chart");
  const { indicators } = useStore(choices);
  const { dir } = useStore(useApp().preferences.look);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLFieldSetElement>(null);
  const place = () => {
    const under = button.current?.getBoundingClientRect();
    if (!under || !menu.current) return;
    menu.current.style.left = `${under.left}px`;
    menu.current.style.top = `${under.bottom + GAP_PX}px`;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-haspopup="true"
      >
        <ChartSpline size={16} strokeWidth={1.75} />
        {t("indicators")}
        <span className={styles.count}>{indicators.length}</span>
      </button>
      <fieldset
        ref={menu}
        id={id}
        popover="auto"
        dir={dir}
        className={styles.menu}
        aria-label={t("indicators")}
        onBeforeToggle={place}
      >
        <IndicatorSwitches choices={choices} />
      </fieldset>
    </>
  );
}
