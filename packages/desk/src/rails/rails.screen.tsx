// The ways money comes in and goes out: currencies, deposit networks with their addresses, bank
// accounts, and the currencies in which is paid out. Each changes by a proposal that is announced
// before it holds; no single person can put another address there (T63).

import { requestPayoutRails, requestRails } from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { useRead } from "../app/use-read.ts";
import { ActDialog } from "../frame/act-dialog.tsx";
import { DetailBody, DetailHead } from "../frame/detail.tsx";
import { useActs } from "../frame/use-acts.ts";
import { WholePage } from "../frame/whole-page.tsx";
import { CurrencyTable, NetworkTable, PayoutTable, WireTable } from "./rail-tables.tsx";

export function RailsScreen() {
  const t = useTranslations("rails");
  const places = useTranslations("shell.places");
  const rails = useRead(requestRails, "rails");
  const payouts = useRead(requestPayoutRails, "payouts");
  const { act, begin, close } = useActs(() => {
    rails.again();
    payouts.again();
  });
  return (
    <WholePage reading={rails} onBack={null}>
      {({ currencies, networks, wires }) => (
        <DetailBody>
          <DetailHead line={t("line")}>
            <b>{places("rails")}</b>
          </DetailHead>
          <CurrencyTable rows={currencies} onEdit={begin} />
          <NetworkTable rows={networks} onEdit={begin} />
          <WireTable rows={wires} onEdit={begin} />
          {payouts.state.phase === "ready" && (
            <PayoutTable rows={payouts.state.value} onEdit={begin} />
          )}
          <ActDialog act={act} onClose={close} />
        </DetailBody>
      )}
    </WholePage>
  );
}
