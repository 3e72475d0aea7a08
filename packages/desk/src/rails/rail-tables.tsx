// The four tables of the rails: what a new row of each holds, which of it is shown, and what its
// proposal carries.

import {
  type CurrencyRail,
  type NetworkRail,
  PAYOUT_RAIL_KIND,
  type PayoutRail,
  type PayoutRailProposal,
  type Rails,
  type WireRail,
} from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { type Payload, type RailRows, RailTable, type RailTableProps } from "./rail-table.tsx";

type DepositRow<Typed> = Typed & { readonly id: string; readonly is_active: boolean };

/** A way in: its proposal is the row itself, a new one with an empty id. */
function DepositRailTable<Typed extends Payload, Row extends DepositRow<Typed>>(
  props: Omit<RailTableProps<Row, Typed>, "payloadOf" | "isOn">,
) {
  return (
    <RailTable<Row, Typed>
      {...props}
      payloadOf={(row, typed) => ({ id: row?.id ?? "", ...typed })}
      isOn={(row) => row.is_active}
    />
  );
}

const NEW_CURRENCY: Omit<CurrencyRail, "id"> = {
  code: "",
  name: "",
  channel: "coin",
  decimals: 6,
  fixed_price: "1",
  market: "",
  min: "10",
  max: "100000",
  is_active: true,
};

export function CurrencyTable(given: RailRows<Rails["currencies"][number]>) {
  const t = useTranslations("rails");
  return (
    <DepositRailTable
      {...given}
      title={t("currencies")}
      kind="currency"
      blank={NEW_CURRENCY}
      columns={[
        { name: t("fields.code"), cell: ({ code }) => code },
        { name: t("fields.name"), cell: ({ name }) => name },
        { name: t("fields.channel"), cell: ({ channel }) => channel },
        { name: t("price"), cell: (row) => row.market || row.fixed_price },
        { name: t("fields.min"), isFigure: true, cell: ({ min }) => min },
        { name: t("fields.max"), isFigure: true, cell: ({ max }) => max },
      ]}
    />
  );
}

const NEW_NETWORK: Omit<NetworkRail, "id"> = {
  currency_code: "",
  protocol_code: "TRC20",
  address: "",
  memo: "",
  confirmations: 20,
  is_active: true,
};

export function NetworkTable(given: RailRows<Rails["networks"][number]>) {
  const t = useTranslations("rails");
  return (
    <DepositRailTable
      {...given}
      title={t("networks")}
      kind="deposit_network"
      blank={NEW_NETWORK}
      columns={[
        { name: t("fields.currency_code"), cell: (row) => row.currency_code },
        { name: t("fields.protocol_code"), cell: (row) => row.protocol_code },
        { name: t("fields.address"), isLong: true, cell: ({ address }) => <code>{address}</code> },
        { name: t("fingerprint"), cell: ({ fingerprint }) => <code>{fingerprint}</code> },
      ]}
    />
  );
}

const NEW_WIRE: Omit<WireRail, "id"> = {
  currency_code: "USD",
  bank_name: "",
  bank_address: "",
  bank_swift: "",
  payee_name: "",
  payee_account: "",
  remark: "",
  is_active: true,
};

export function WireTable(given: RailRows<Rails["wires"][number]>) {
  const t = useTranslations("rails");
  return (
    <DepositRailTable
      {...given}
      title={t("wires")}
      kind="wire_option"
      blank={NEW_WIRE}
      columns={[
        { name: t("fields.currency_code"), cell: (row) => row.currency_code },
        { name: t("fields.bank_name"), isLong: true, cell: (row) => row.bank_name },
        { name: t("fields.bank_swift"), cell: (row) => row.bank_swift },
        { name: t("fields.payee_name"), isLong: true, cell: (row) => row.payee_name },
        { name: t("fields.payee_account"), cell: (row) => row.payee_account },
      ]}
    />
  );
}

type TypedPayout = {
  readonly code: string;
  readonly network: string;
  readonly channel: string;
  readonly feeKind: string;
  readonly fee: string;
  readonly marketCode: string;
  readonly fixedRate: string;
  readonly amountMin: string;
  readonly amountMax: string;
  readonly decimals: number;
  readonly isOffered: boolean;
};

const NEW_PAYOUT: TypedPayout = {
  code: "",
  network: "TRC20",
  channel: "coin",
  feeKind: "fixed",
  fee: "1",
  marketCode: "",
  fixedRate: "1",
  amountMin: "10",
  amountMax: "100000",
  decimals: 6,
  isOffered: true,
};

function payoutPayload(row: PayoutRail | null, typed: TypedPayout): PayoutRailProposal {
  return {
    ...typed,
    id: row?.id ?? null,
    channel: typed.channel === "bank" ? "bank" : "coin",
    feeKind: typed.feeKind === "percent" ? "percent" : "fixed",
    marketCode: typed.marketCode || null,
    fixedRate: typed.marketCode === "" ? typed.fixedRate : null,
  };
}

export function PayoutTable(given: RailRows<PayoutRail>) {
  const t = useTranslations("rails");
  return (
    <RailTable<PayoutRail, TypedPayout>
      {...given}
      title={t("payouts")}
      kind={PAYOUT_RAIL_KIND}
      blank={NEW_PAYOUT}
      payloadOf={payoutPayload}
      isOn={({ isOffered }) => isOffered}
      columns={[
        { name: t("fields.code"), cell: ({ code, network }) => `${code} ${network}` },
        { name: t("fields.feeKind"), cell: ({ feeKind }) => t(`feeKinds.${feeKind}`) },
        { name: t("fields.fee"), isFigure: true, cell: ({ fee }) => fee },
        { name: t("price"), cell: ({ marketCode, fixedRate }) => marketCode || fixedRate },
        { name: t("fields.amountMin"), isFigure: true, cell: ({ amountMin }) => amountMin },
        { name: t("fields.amountMax"), isFigure: true, cell: ({ amountMax }) => amountMax },
      ]}
    />
  );
}
