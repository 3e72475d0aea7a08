// Binding where money may go: /mine/withdraw-way?type=1 a coin address, type=2 a bank account.
// Addresses are held against their network's checksum by the server; a new method rests for a
// while before it can be used, which is said before it is bound.

import {
  type PayoutChannel,
  type PayoutCurrency,
  requestPayoutCurrencies,
} from "@truetick/contract/cashier";
import { EmptyState, Note, Segment } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import CircleOff from "lucide-react/icons/circle-off";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useRead } from "../app/use-read.ts";
import { RealOnlyScreen } from "../user/real-only.tsx";
import { BankForm } from "./bank-form.tsx";
import { CoinForm } from "./coin-form.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";

function channelOfType(type: string | null): PayoutChannel {
  return type === "2" ? "bank" : "coin";
}

function ChosenForm({
  channel,
  currencies,
}: {
  readonly channel: PayoutChannel;
  readonly currencies: readonly PayoutCurrency[];
}) {
  const t = useTranslations("payoutMethods");
  const { router } = useApp();
  const { query } = useStore(router.location);
  const wanted = currencies.find(({ id }) => id === query.get("currency"));
  const [chosenId, setChosenId] = useState(wanted?.id ?? null);
  const chosen = currencies.find(({ id }) => id === chosenId) ?? currencies[0];
  if (!chosen) {
    return <EmptyState icon={CircleOff} title={t("noChannel")} text={t("noChannelText")} />;
  }
  return (
    <Section title={t(`bind.${channel}`)}>
      <CurrencyChoice currencies={currencies} chosenId={chosen.id} onChoose={setChosenId} />
      {channel === "coin" ? (
        <CoinForm key={chosen.id} currency={chosen} />
      ) : (
        <BankForm key={chosen.id} currency={chosen} />
      )}
    </Section>
  );
}

function BindMethod({ channel }: { readonly channel: PayoutChannel }) {
  const reading = useRead(() => requestPayoutCurrencies(channel));
  return (
    <ReadBody reading={reading}>
      {(currencies) => <ChosenForm channel={channel} currencies={currencies} />}
    </ReadBody>
  );
}

export function BindMethodScreen() {
  const { router, session } = useApp();
  const t = useTranslations("payoutMethods");
  const titles = useTranslations("shell.titles");
  const channel = channelOfType(useStore(router.location).query.get("type"));
  const title = titles("bindMethod");
  if (useStore(session)?.user.isDemo) return <RealOnlyScreen title={title} />;
  return (
    <SubScreen title={title} parent="/mine/wallet">
      <Segment
        label={t("kind")}
        choices={[
          { id: "coin", label: t("kinds.coin") },
          { id: "bank", label: t("kinds.bank") },
        ]}
        chosen={channel}
        onChoose={(next) =>
          router.navigate(`/mine/withdraw-way?type=${next === "coin" ? 1 : 2}`, {
            isReplacing: true,
          })
        }
      />
      <Note tone="accent" icon={ShieldCheck}>
        {t("coolingNote")}
      </Note>
      <BindMethod key={channel} channel={channel} />
    </SubScreen>
  );
}
