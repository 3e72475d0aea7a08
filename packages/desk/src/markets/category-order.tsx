// The order of the categories that traders see, proposed as one list.

import type { DeskMarket } from "@truetick/contract/desk";
import { Button } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { ActDialog } from "../frame/act-dialog.tsx";
import { useActs } from "../frame/use-acts.ts";
import { usePlanEdit } from "../proposals/plan-edit.ts";

export function CategoryOrder({ markets }: { readonly markets: readonly DeskMarket[] }) {
  const t = useTranslations("markets");
  const may = useMay();
  const planEdit = usePlanEdit();
  const { act, begin, close } = useActs(() => undefined);
  if (!may("markets.change")) return null;
  const categories = [...new Set(markets.map(({ categoryId }) => categoryId))];
  const plan = planEdit({
    kind: "category",
    fields: [
      {
        name: "order",
        label: t("categoryOrder"),
        hint: t("categoryHint"),
        kind: "lines",
        initial: categories.join(", "),
      },
    ],
    payloadOf: ({ order = "" }) => ({ order: order.split(/[\s,]+/).filter(Boolean) }),
  });
  return (
    <>
      <Button kind="outline" onClick={() => begin(plan)}>
        {t("categories")}
      </Button>
      <ActDialog act={act} onClose={close} />
    </>
  );
}
