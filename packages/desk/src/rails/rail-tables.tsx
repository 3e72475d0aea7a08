// The tables of the rails, each with the form that proposes a row of it. A form's fields are the
// payload's own.

import {
  type CurrencyRail,
  type NetworkRail,
  PAYOUT_RAIL_KIND,
  type PayoutRail,
  type PayoutRailProposal,
  type Rails,
  type WireRail,
} from "@truetick/contract/desk";
import { Button, Tag } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import type { ActField, ActTexts } from "../frame/act-dialog.tsx";
import { Card } from "../frame/detail.tsx";
import type { ActPlan } from "../frame/use-acts.ts";
import { usePlanEdit } from "../proposals/plan-edit.ts";
import { type Column, DataTable } from "../table/data-table.tsx";

type OnEdit = (plan: ActPlan) => void;

const YES = "yes";
const NO = "no";

/** One field of a form per place of the payload, with what stands there now. */
function useFields() {
  const t = useTranslations("rails");
  return (values: Readonly<Record<string, string | number | boolean>>): readonly ActField[] =>
    Object.entries(values).map(([name, value]) => {
      // The names are the payloads' own; each has a text.
      const label = t(`fields.${name}` as "fields.code");
      if (typeof value !== "boolean") {
        return { name, label, kind: "line", initial: String(value), isOptional: true };
      }
      const choices = [
        { id: YES, label: t("yes") },
        { id: NO, label: t("no") },
      ];
      return { name, label, kind: "choice", choices, initial: value ? YES : NO };
    });
}

/** What was typed, in the types that the payload has. */
function typedAs<T extends Readonly<Record<string, string | number | boolean>>>(
  model: T,
  texts: ActTexts,
): T {
  const typed = Object.entries(model).map(([name, before]) => {
    const text = (texts[name] ?? "").trim();
    if (typeof before === "boolean") return [name, text === YES];
    return [name, typeof before === "number" ? Number(text) : text];
  });
  // Every place of the model, with a value of its own type.
  return Object.fromEntries(typed) as T;
}

type Payload = Readonly<Record<string, string | number | boolean>>;

type RailTableProps<Row, Typed extends Payload> = {
  readonly title: string;
  readonly kind: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** A new one before anything is typed. */
  readonly blank: Typed;
  readonly editable: (row: Row) => Typed;
  /** What the payload carries beside what is typed; null for a new one. */
  readonly fixed: (row: Row | null, typed: Typed) => unknown;
  readonly columns: readonly Column<Row>[];
  readonly isOn: (row: Row) => boolean;
  readonly onEdit: OnEdit;
};

/** Opens the form of a row, or of a new one. */
function useEdit<Row, Typed extends Payload>(
  props: RailTableProps<Row, Typed>,
): (row: Row | null) => void {
  const { kind, blank, editable, fixed, onEdit } = props;
  const planEdit = usePlanEdit();
  const fieldsOf = useFields();
  return (row) => {
    const model = row === null ? blank : editable(row);
    onEdit(
      planEdit({
        kind,
        fields: fieldsOf(model),
        payloadOf: (texts) => fixed(row, typedAs(model, texts)),
      }),
    );
  };
}

function RailTable<Row, Typed extends Payload>(props: RailTableProps<Row, Typed>) {
  const { title, rows, idOf, columns, isOn } = props;
  const t = useTranslations("rails");
  const canChange = useMay()("rails.change");
  const edit = useEdit(props);
  const state: Column<Row> = {
    name: t("state"),
    cell: (row) => <Tag tone={isOn(row) ? "ok" : "neutral"}>{isOn(row) ? t("on") : t("off")}</Tag>,
  };
  const change: Column<Row> = {
    name: t("change"),
    cell: (row) => (
      <Button size="dense" onClick={() => edit(row)}>
        {t("change")}
      </Button>
    ),
  };
  const add = canChange && (
    <Button size="dense" onClick={() => edit(null)}>
      {t("add")}
    </Button>
  );
  return (
    <Card title={title} aside={add} isFlush>
      <DataTable
        label={title}
        rows={rows}
        idOf={idOf}
        isMuted={(row) => !isOn(row)}
        emptyText={t("empty")}
        columns={[...columns, state, ...(canChange ? [change] : [])]}
      />
    </Card>
  );
}

type WithoutId<T> = Omit<T, "id">;

export function CurrencyTable({
  rows,
  onEdit,
}: {
  readonly rows: Rails["currencies"];
  readonly onEdit: OnEdit;
}) {
  const t = useTranslations("rails");
  const editable = (row: CurrencyRail): WithoutId<CurrencyRail> => ({
    code: row.code,
    name: row.name,
    channel: row.channel,
    decimals: row.decimals,
    fixed_price: row.fixed_price,
    market: row.market,
    min: row.min,
    max: row.max,
    is_active: row.is_active,
  });
  return (
    <RailTable
      title={t("currencies")}
      kind="currency"
      rows={rows}
      idOf={({ id }) => id}
      blank={{
        code: "",
        name: "",
        channel: "coin",
        decimals: 6,
        fixed_price: "1",
        market: "",
        min: "10",
        max: "100000",
        is_active: true,
      }}
      editable={editable}
      fixed={(row, typed) => ({ id: row?.id ?? "", ...typed })}
      isOn={(row) => row.is_active}
      onEdit={onEdit}
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

export function NetworkTable({
  rows,
  onEdit,
}: {
  readonly rows: Rails["networks"];
  readonly onEdit: OnEdit;
}) {
  const t = useTranslations("rails");
  const editable = (row: NetworkRail): WithoutId<NetworkRail> => ({
    currency_code: row.currency_code,
    protocol_code: row.protocol_code,
    address: row.address,
    memo: row.memo,
    confirmations: row.confirmations,
    is_active: row.is_active,
  });
  return (
    <RailTable
      title={t("networks")}
      kind="deposit_network"
      rows={rows}
      idOf={({ id }) => id}
      blank={{
        currency_code: "",
        protocol_code: "TRC20",
        address: "",
        memo: "",
        confirmations: 20,
        is_active: true,
      }}
      editable={editable}
      fixed={(row, typed) => ({ id: row?.id ?? "", ...typed })}
      isOn={(row) => row.is_active}
      onEdit={onEdit}
      columns={[
        { name: t("fields.currency_code"), cell: (row) => row.currency_code },
        { name: t("fields.protocol_code"), cell: (row) => row.protocol_code },
        { name: t("fields.address"), isLong: true, cell: ({ address }) => <code>{address}</code> },
        { name: t("fingerprint"), cell: ({ fingerprint }) => <code>{fingerprint}</code> },
      ]}
    />
  );
}

export function WireTable({
  rows,
  onEdit,
}: {
  readonly rows: Rails["wires"];
  readonly onEdit: OnEdit;
}) {
  const t = useTranslations("rails");
  const editable = (row: WireRail): WithoutId<WireRail> => ({
    currency_code: row.currency_code,
    bank_name: row.bank_name,
    bank_address: row.bank_address,
    bank_swift: row.bank_swift,
    payee_name: row.payee_name,
    payee_account: row.payee_account,
    remark: row.remark,
    is_active: row.is_active,
  });
  return (
    <RailTable
      title={t("wires")}
      kind="wire_option"
      rows={rows}
      idOf={({ id }) => id}
      blank={{
        currency_code: "USD",
        bank_name: "",
        bank_address: "",
        bank_swift: "",
        payee_name: "",
        payee_account: "",
        remark: "",
        is_active: true,
      }}
      editable={editable}
      fixed={(row, typed) => ({ id: row?.id ?? "", ...typed })}
      isOn={(row) => row.is_active}
      onEdit={onEdit}
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

export function PayoutTable({
  rows,
  onEdit,
}: {
  readonly rows: readonly PayoutRail[];
  readonly onEdit: OnEdit;
}) {
  const t = useTranslations("rails");
  const editable = (row: PayoutRail): TypedPayout => ({
    code: row.code,
    network: row.network,
    channel: row.channel,
    feeKind: row.feeKind,
    fee: row.fee,
    marketCode: row.marketCode,
    fixedRate: row.fixedRate,
    amountMin: row.amountMin,
    amountMax: row.amountMax,
    decimals: row.decimals,
    isOffered: row.isOffered,
  });
  return (
    <RailTable<PayoutRail, TypedPayout>
      title={t("payouts")}
      kind={PAYOUT_RAIL_KIND}
      rows={rows}
      idOf={({ id }) => id}
      blank={{
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
      }}
      editable={editable}
      fixed={payoutPayload}
      isOn={({ isOffered }) => isOffered}
      onEdit={onEdit}
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
