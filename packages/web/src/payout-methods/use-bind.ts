// Binds a method and says so; what the server finds wrong goes beside the field it names. Used by
// the form of coin addresses and the form of bank accounts.

import {
  type BankFields,
  type NewPayoutMethod,
  payoutFieldOf,
  requestBindPayoutMethod,
} from "@truetick/contract/cashier";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { beginWrite } from "../orders/write-once.ts";

export type MethodField = keyof BankFields | "coinAddress";

export function useBind(): (
  method: NewPayoutMethod,
) => Promise<Partial<Record<MethodField, string>> | undefined> {
  const { server, router, toasts } = useApp();
  const t = useTranslations("payoutMethods");
  const placeFailure = usePlaceFailure();
  return async (method) => {
    const answer = await beginWrite(server, requestBindPayoutMethod(method)).send();
    if (answer.isOk) {
      toasts.show({ tone: "done", title: t("boundDone"), text: t("boundText") });
      const { query } = router.location.get();
      const list = method.channel === "coin" ? "/mine/coin-address-list" : "/mine/bank-card-list";
      router.navigate(query.get("then") === "withdraw" ? "/mine/withdraw" : list, {
        isReplacing: true,
      });
      return undefined;
    }
    const { failure } = answer;
    const field = failure.kind === "refused" ? payoutFieldOf(failure.numbers.field) : null;
    if (field !== null && failure.kind === "refused") return { [field]: failure.text };
    return placeFailure(failure, {
      ADDRESS_INVALID: "coinAddress",
      METHOD_KNOWN: method.channel === "coin" ? "coinAddress" : "payeeAccount",
    });
  };
}
