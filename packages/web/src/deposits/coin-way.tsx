// Paying in by coin: the network, its address, and the report of what was sent.

import {
  type Deposit,
  type DepositNetwork,
  requestDepositNetworks,
  requestSubmitDeposit,
} from "@truetick/contract/cashier";
import { TextField, useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { ReadBody } from "../app/read-body.tsx";
import { useRead } from "../app/use-read.ts";
import { UploadField } from "../uploads/upload-field.tsx";
import { useUpload } from "../uploads/use-upload.ts";
import { AddressCard } from "./address-card.tsx";
import { useAmount } from "./amount-field.tsx";
import { ChoiceTiles } from "./choice-tiles.tsx";
import styles from "./deposits.module.css";
import { networkName } from "./network-name.ts";
import { NoChannel } from "./no-channel.tsx";
import { ReportForm } from "./report-form.tsx";
import { useChosen } from "./use-chosen.ts";
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
  return (
    <ReportForm
      payable={network}
      read={readAmount(form.values.amount)}
      amountField={form.text("amount")}
      confirmations={network.confirmations}
      fine={t("estimate")}
      isSending={form.isSending}
      isUploading={upload.isSending}
      onSubmit={form.submit}
    >
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
    </ReportForm>
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
  const [network, choose] = useChosen(networks, ({ id }) => id);
  if (!network) return <NoChannel />;
  return (
    <>
      <ChoiceTiles
        label={t("network")}
        choices={networks.map(({ id, currencyCode, protocolCode }) => {
          return { id, name: currencyCode, detail: networkName(protocolCode) };
        })}
        chosen={network.id}
        onChoose={choose}
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
