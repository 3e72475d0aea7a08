// Paying in by coin: the network, its address, and the report of what was sent.

import {
  type Deposit,
  type DepositNetwork,
  requestDepositNetworks,
  requestSubmitDeposit,
} from "@truetick/contract/cashier";
import { TextField, useForm } from "@truetick/ui/forms";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ReadBody } from "../app/read-body.tsx";
import { useRead } from "../app/use-read.ts";
import { UploadField } from "../uploads/upload-field.tsx";
import { useUpload } from "../uploads/use-upload.ts";
import { AddressCard } from "./address-card.tsx";
import { AmountField, useAmount } from "./amount-field.tsx";
import { ChoiceTiles } from "./choice-tiles.tsx";
import { CostFacts } from "./cost-facts.tsx";
import styles from "./deposits.module.css";
import { networkName } from "./network-name.ts";
import { NoChannel } from "./no-channel.tsx";
import { SubmitBar } from "./submit-bar.tsx";
import { useSubmitDeposit } from "./use-submit-deposit.ts";

const NOTE_LENGTH_MAX = 200;

function CoinForm({
  network,
  onDone,
}: {
  readonly network: DepositNetwork;
  readonly onDone: (deposit: Deposit) => void;
}) {
  const t = useTranslations("deposits");
  const door = useTranslations("door");
  const upload = useUpload();
  const submit = useSubmitDeposit();
  const readAmount = useAmount(network, t("enterCharge"));
  const form = useForm({
    initial: { amount: "", note: "", proof: "" },
    check: ({ amount }) => {
      const { problem } = readAmount(amount);
      return problem === null ? {} : { amount: problem };
    },
    send: ({ amount, note }) => {
      const sent = {
        networkId: network.id,
        amount: readAmount(amount).amount ?? "",
        address: network.address,
        proof: upload.url === "" ? null : upload.url,
        memo: note.trim(),
      };
      return submit(requestSubmitDeposit(sent), (deposit) => {
        form.set("amount", "");
        form.set("note", "");
        upload.clear();
        onDone(deposit);
      });
    },
  });
  const { amount, problem } = readAmount(form.values.amount);
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <AmountField
        {...form.text("amount")}
        label={t("amountSent")}
        payable={network}
        amount={amount}
      />
      <TextField
        {...form.text("note")}
        label={t("transaction")}
        aside={<span className={styles.aside}>{door("optional")}</span>}
        dir="ltr"
        autoComplete="off"
        maxLength={NOTE_LENGTH_MAX}
      />
      <UploadField
        name="proof"
        label={t("proof")}
        aside={door("optional")}
        error={form.errors.proof}
        upload={upload}
      />
      <CostFacts payable={network} confirmations={network.confirmations} isReviewed />
      <p className={styles.fine}>{t("estimate")}</p>
      <SubmitBar
        amount={problem === null ? amount : null}
        currencyCode={network.currencyCode}
        isWorking={form.isSending}
        isUploading={upload.isSending}
      />
    </form>
  );
}

function Networks({
  networks,
  onDone,
}: {
  readonly networks: readonly DepositNetwork[];
  readonly onDone: (deposit: Deposit) => void;
}) {
  const t = useTranslations("deposits");
  const [chosen, setChosen] = useState<string | null>(null);
  const network = networks.find(({ id }) => id === chosen) ?? networks[0];
  if (!network) return <NoChannel />;
  return (
    <>
      <ChoiceTiles
        label={t("network")}
        choices={networks.map(({ id, currencyCode, protocolCode }) => {
          return { id, name: currencyCode, detail: networkName(protocolCode) };
        })}
        chosen={network.id}
        onChoose={setChosen}
      />
      <AddressCard network={network} />
      <CoinForm key={network.id} network={network} onDone={onDone} />
    </>
  );
}

export function CoinWay({ onDone }: { readonly onDone: (deposit: Deposit) => void }) {
  const reading = useRead(requestDepositNetworks);
  return (
    <ReadBody reading={reading}>
      {(networks) => <Networks networks={networks} onDone={onDone} />}
    </ReadBody>
  );
}
