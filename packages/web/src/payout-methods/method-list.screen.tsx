// The bound bank accounts (/mine/bank-card-list) and the bound coin addresses
// (/mine/coin-address-list): what each is, since when it can be used, taking one away after asking,
// and the way to bind another.

import {
  type PayoutChannel,
  type PayoutMethod,
  requestPayoutMethods,
  requestRemovePayoutMethod,
} from "@truetick/contract/cashier";
import { buttonClass, ConfirmDialog, EmptyState, IconButton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Landmark from "lucide-react/icons/landmark";
import Trash2 from "lucide-react/icons/trash-2";
import Wallet from "lucide-react/icons/wallet";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import { useCashierNews } from "../live/use-cashier-news.ts";
import { RealOnlyScreen } from "../user/real-only.tsx";
import { MethodCard, MethodTarget } from "./method-card.tsx";
import styles from "./payout-methods.module.css";

function RemoveMethod({
  method,
  onRemoved,
}: {
  readonly method: PayoutMethod;
  readonly onRemoved: () => void;
}) {
  const { server, toasts } = useApp();
  const t = useTranslations("payoutMethods");
  const words = useTranslations("words");
  const tellFailure = useTellFailure();
  const [phase, setPhase] = useState<"idle" | "asking" | "working">("idle");
  const remove = async () => {
    setPhase("working");
    const answer = await server.write(requestRemovePayoutMethod(method.id));
    setPhase("idle");
    if (answer.isOk) toasts.show({ tone: "done", title: t("removed") });
    else tellFailure(answer.failure);
    onRemoved();
  };
  return (
    <>
      <IconButton icon={Trash2} label={t("remove")} onClick={() => setPhase("asking")} />
      <ConfirmDialog
        isOpen={phase !== "idle"}
        title={t("removeTitle")}
        confirmLabel={t("remove")}
        cancelLabel={words("cancel")}
        kind="danger"
        isWorking={phase === "working"}
        onConfirm={() => void remove()}
        onCancel={() => setPhase("idle")}
      >
        <p>
          <MethodTarget method={method} />
        </p>
        <p>{t("removeText")}</p>
      </ConfirmDialog>
    </>
  );
}

function MethodList({ channel }: { readonly channel: PayoutChannel }) {
  const t = useTranslations("payoutMethods");
  const reading = useRead(() => requestPayoutMethods({ channel, currencyId: null }));
  useCashierNews(["method"], reading.again);
  const bind = (
    <Link
      to={`/mine/withdraw-way?type=${channel === "coin" ? 1 : 2}`}
      className={buttonClass("primary", "touch")}
    >
      {t(`bind.${channel}`)}
    </Link>
  );
  return (
    <ReadBody reading={reading}>
      {(methods) =>
        methods.length === 0 ? (
          <EmptyState
            icon={channel === "coin" ? Wallet : Landmark}
            title={t(`none.${channel}`)}
            text={t("noneText")}
            actions={bind}
          />
        ) : (
          <Section title={t(`bound.${channel}`)}>
            <ul className={styles.rows} aria-label={t(`bound.${channel}`)}>
              {methods.map((method) => (
                <li key={method.id}>
                  <MethodCard
                    method={method}
                    actions={<RemoveMethod method={method} onRemoved={reading.again} />}
                  />
                </li>
              ))}
            </ul>
            <div className={styles.actions}>{bind}</div>
          </Section>
        )
      }
    </ReadBody>
  );
}

function MethodListScreen({ channel }: { readonly channel: PayoutChannel }) {
  const { session } = useApp();
  const titles = useTranslations("shell.titles");
  const title = titles(channel === "coin" ? "coinAddresses" : "bankAccounts");
  if (useStore(session)?.user.isDemo) return <RealOnlyScreen title={title} />;
  return (
    <SubScreen title={title} parent="/mine/wallet">
      <MethodList channel={channel} />
    </SubScreen>
  );
}

export function BankAccountsScreen() {
  return <MethodListScreen channel="bank" />;
}

export function CoinAddressesScreen() {
  return <MethodListScreen channel="coin" />;
}
