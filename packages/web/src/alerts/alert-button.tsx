// The way to a market's price alerts, beside its price: a sheet, whose code comes when it is
// opened. A visitor is sent to the login, which leads back here.

import type { Market } from "@truetick/contract";
import { IconButton } from "@truetick/ui";
import BellPlus from "lucide-react/icons/bell-plus";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { lazyPart } from "../app/lazy-part.ts";
import { loginPathFrom } from "../session/from.ts";

const AlertSheet = lazyPart(async () => (await import("./alert-sheet.tsx")).AlertSheet);

export function AlertButton({ market }: { readonly market: Market }) {
  const { router, session } = useApp();
  const t = useTranslations("alerts");
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    if (session.get() === null) router.navigate(loginPathFrom(router.location.get()));
    else setIsOpen(true);
  };
  return (
    <>
      <IconButton icon={BellPlus} label={t("open")} aria-haspopup="dialog" onClick={open} />
      {isOpen && (
        <Suspense>
          <AlertSheet market={market} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
