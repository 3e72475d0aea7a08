// The market's details: below the chart where one scrolls, fetched when the reader comes there, and
// from the head of the market in a sheet of their own, on every size.

import type { Market } from "@truetick/contract";
import { IconButton, Sheet } from "@truetick/ui";
import Info from "lucide-react/icons/info";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useIsNear } from "../app/use-is-near.ts";
import { MarketFacts } from "./market-facts.tsx";
import styles from "./market-sheet.module.css";

export function MarketSheet({ market }: { readonly market: Market }) {
  const t = useTranslations("trade");
  const place = useRef<HTMLElement>(null);
  const isNear = useIsNear(place);
  return (
    <aside ref={place} className={styles.sheet} aria-label={t("sheet")}>
      <h2 className={styles.title}>{t("sheet")}</h2>
      {isNear && <MarketFacts key={market.id} market={market} />}
    </aside>
  );
}

/** The way to them from the head of the market. */
export function MarketSheetButton({ market }: { readonly market: Market }) {
  const t = useTranslations("trade");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={Info}
        label={t("sheet")}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      <Sheet
        isOpen={isOpen}
        title={market.displayCode}
        closeLabel={t("close")}
        height="tall"
        place="centre"
        onClose={() => setIsOpen(false)}
      >
        {/* Long and without a control inside: the keyboard scrolls it by itself. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else in it takes the focus */}
        <section className={styles.inSheet} tabIndex={0} aria-label={t("sheet")}>
          <MarketFacts key={market.id} market={market} />
        </section>
      </Sheet>
    </>
  );
}
