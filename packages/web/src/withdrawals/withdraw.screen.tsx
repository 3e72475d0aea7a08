// Money out, at /mine/withdraw: by coin or to a bank, with limits and fees before anything is asked
// for, and below it everything that was, with its state, age and deadline. States follow live.

import {
  type PayoutChannel,
  type PayoutCurrency,
  type PayoutMethod,
  requestPayoutCurrencies,
  requestPayoutFreeze,
  requestPayoutMethods,
  requestWithdrawalPromise,
  requestWithdrawals,
} from "@truetick/contract/cashier";
import { buttonClass, EmptyState, Note, Segment } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ArrowUpFromLine from "lucide-react/icons/arrow-up-from-line";
import CircleOff from "lucide-react/icons/circle-off";
import Snowflake from "lucide-react/icons/snowflake";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { PageBody } from "../app/page-body.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useMoment } from "../app/use-moment.ts";
import { usePages } from "../app/use-pages.ts";
import { useRead } from "../app/use-read.ts";
import { useCashierNews } from "../live/use-cashier-news.ts";
import { CurrencyChoice } from "../payout-methods/currency-choice.tsx";
import { currencyLabel } from "../payout-methods/currency-label.ts";
import { RealOnlyScreen } from "../user/real-only.tsx";
import { ConfirmSheet } from "./confirm-code.tsx";
import { IdentityNeeded } from "./identity-needed.tsx";
import { WithdrawForm } from "./withdraw-form.tsx";
import { WithdrawalRow } from "./withdrawal-row.tsx";
import styles from "./withdrawals.module.css";

function NoMethod({
  channel,
  currency,
}: {
  readonly channel: PayoutChannel;
  readonly currency: PayoutCurrency;
}) {
  const t = useTranslations("withdrawals");
  const type = channel === "coin" ? 1 : 2;
  return (
    <EmptyState
      icon={ArrowUpFromLine}
      title={t("setUpFirst")}
      text={t(`setUpText.${channel}`, { currency: currencyLabel(currency) })}
      actions={
        <Link
          to={`/mine/withdraw-way?type=${type}&currency=${currency.id}&then=withdraw`}
          className={buttonClass("primary", "touch")}
        >
          {t("goToBinding")}
        </Link>
      }
    />
  );
}

function CurrencyForm({
  channel,
  currencies,
  methods,
  onRequested,
}: {
  readonly channel: PayoutChannel;
  readonly currencies: readonly PayoutCurrency[];
  readonly methods: readonly PayoutMethod[];
  readonly onRequested: (id: string, needsConfirmation: boolean) => void;
}) {
  const t = useTranslations("withdrawals");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const hasMethod = (id: string) => methods.some(({ currency }) => currency.id === id);
  const first = currencies.find(({ id }) => hasMethod(id)) ?? currencies[0];
  const chosen = currencies.find(({ id }) => id === chosenId) ?? first;
  if (!chosen) {
    return <EmptyState icon={CircleOff} title={t("noChannel")} text={t("noChannelText")} />;
  }
  const own = methods.filter(({ currency }) => currency.id === chosen.id);
  return (
    <>
      <CurrencyChoice currencies={currencies} chosenId={chosen.id} onChoose={setChosenId} />
      {own.length === 0 ? (
        <NoMethod channel={channel} currency={chosen} />
      ) : (
        <WithdrawForm
          key={chosen.id}
          currency={chosen}
          methods={own}
          onRequested={(asked) => onRequested(asked.id, asked.needsConfirmation)}
        />
      )}
    </>
  );
}

function ChannelForm({
  channel,
  onRequested,
}: {
  readonly channel: PayoutChannel;
  readonly onRequested: (id: string, needsConfirmation: boolean) => void;
}) {
  const currencies = useRead(() => requestPayoutCurrencies(channel));
  const methods = useRead(() => requestPayoutMethods({ channel, currencyId: null }));
  useCashierNews(["method"], methods.again);
  return (
    <ReadBody reading={currencies}>
      {(known) => (
        <ReadBody reading={methods}>
          {(bound) => (
            <CurrencyForm
              channel={channel}
              currencies={known}
              methods={bound}
              onRequested={onRequested}
            />
          )}
        </ReadBody>
      )}
    </ReadBody>
  );
}

/** A freeze is never silent: until when, and why. */
function FreezeNote() {
  const t = useTranslations("withdrawals");
  const moment = useMoment();
  const { state } = useRead(requestPayoutFreeze);
  if (state.phase !== "ready" || !state.value) return null;
  const { by, until, reason } = state.value;
  return (
    <Note tone="warn" icon={Snowflake}>
      {t("frozen", { time: moment(until) })} {by === "password" ? t("frozenPassword") : reason}
    </Note>
  );
}

/** What the house says about all withdrawals, counted from the rows themselves (H11). */
function HousePromise() {
  const t = useTranslations("withdrawals");
  const { state } = useRead(requestWithdrawalPromise);
  if (state.phase !== "ready") return null;
  const { reviewHours, medianSec, overdue } = state.value;
  return (
    <p className={styles.promise}>
      {t("promise", { hours: reviewHours })}{" "}
      {medianSec > 0 && t("median", { minutes: Math.max(1, Math.round(medianSec / 60)) })}{" "}
      {t("overdue", { count: overdue })}
    </p>
  );
}

export function WithdrawScreen() {
  const { session, toasts } = useApp();
  const t = useTranslations("withdrawals");
  const titles = useTranslations("shell.titles");
  const [channel, setChannel] = useState<PayoutChannel>("coin");
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  const pages = usePages((page) => {
    const request = requestWithdrawals({ channel: null, page });
    return {
      ...request,
      read: (wire) => {
        const { withdrawals, total } = request.read(wire);
        return { rows: withdrawals, total };
      },
    };
  });
  const refresh = async () => void (await pages.refresh());
  useCashierNews(["withdrawal"], () => void refresh());
  if (useStore(session)?.user.isDemo) return <RealOnlyScreen title={titles("withdraw")} />;
  const requested = (id: string, needsConfirmation: boolean) => {
    if (needsConfirmation) setConfirmingId(id);
    else toasts.show({ tone: "done", title: t("confirmed"), text: t("confirmedText") });
    void refresh();
  };
  return (
    <SubScreen title={titles("withdraw")} parent="/user" refresh={refresh}>
      <FreezeNote />
      <IdentityNeeded />
      <Section title={t("title")} text={t("text")}>
        <Segment
          label={t("way")}
          choices={[
            { id: "coin", label: t("ways.coin") },
            { id: "bank", label: t("ways.bank") },
          ]}
          chosen={channel}
          onChoose={setChannel}
        />
        <ChannelForm key={channel} channel={channel} onRequested={requested} />
        <HousePromise />
      </Section>
      <Section title={t("records")}>
        <PageBody
          pages={pages}
          label={t("records")}
          nothing={<p className={styles.note}>{t("noRecords")}</p>}
        >
          {(withdrawal) => (
            <WithdrawalRow
              withdrawal={withdrawal}
              onConfirm={setConfirmingId}
              onDone={() => void refresh()}
            />
          )}
        </PageBody>
      </Section>
      <ConfirmSheet
        withdrawalId={confirmingId}
        onClose={() => setConfirmingId(null)}
        onConfirmed={() => {
          setConfirmingId(null);
          void refresh();
        }}
      />
    </SubScreen>
  );
}
