// One table of the rails, with the form that proposes a row of it. A form's fields are the
// payload's own: the places of a new row, and what stands there now.

import { Button, Tag } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import type { ActField, ActTexts } from "../frame/act-dialog.tsx";
import { Card } from "../frame/detail.tsx";
import type { ActPlan } from "../frame/use-acts.ts";
import { usePlanEdit } from "../proposals/plan-edit.ts";
import { type Column, DataTable } from "../table/data-table.tsx";

export type Payload = Readonly<Record<string, string | number | boolean>>;

/** What the screen says to each of its tables. */
export type RailRows<Row> = {
  readonly rows: readonly Row[];
  readonly onEdit: (plan: ActPlan) => void;
};

export type RailTableProps<Row, Typed extends Payload> = RailRows<Row> & {
  readonly title: string;
  readonly kind: string;
  /** A new one before anything is typed. Whatever it has is a field of the form. */
  readonly blank: Typed;
  /** What the proposal carries; null for a new one. */
  readonly payloadOf: (row: Row | null, typed: Typed) => unknown;
  readonly columns: readonly Column<Row>[];
  readonly isOn: (row: Row) => boolean;
};

const YES = "yes";
const NO = "no";

/** One field of a form per place of the payload, with what stands there now. */
function useFields() {
  const t = useTranslations("rails");
  return (values: Payload): readonly ActField[] =>
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

/** What stands in a row, in the places that a new one has. */
function typedOf<Typed extends Payload>(blank: Typed, row: Typed): Typed {
  // Every place of the blank, with the row's value for it.
  return Object.fromEntries(Object.keys(blank).map((name) => [name, row[name]])) as Typed;
}

/** What was typed, in the types that the payload has. */
function typedAs<T extends Payload>(model: T, texts: ActTexts): T {
  const typed = Object.entries(model).map(([name, before]) => {
    const text = (texts[name] ?? "").trim();
    if (typeof before === "boolean") return [name, text === YES];
    return [name, typeof before === "number" ? Number(text) : text];
  });
  // Every place of the model, with a value of its own type.
  return Object.fromEntries(typed) as T;
}

/** Opens the form of a row, or of a new one. */
function useEdit<Row extends Typed, Typed extends Payload>({
  kind,
  blank,
  payloadOf,
  onEdit,
}: RailTableProps<Row, Typed>): (row: Row | null) => void {
  const planEdit = usePlanEdit();
  const fieldsOf = useFields();
  return (row) => {
    const model = row === null ? blank : typedOf(blank, row);
    onEdit(
      planEdit({
        kind,
        fields: fieldsOf(model),
        payloadOf: (texts) => payloadOf(row, typedAs(model, texts)),
      }),
    );
  };
}

export function RailTable<Row extends Typed & { readonly id: string }, Typed extends Payload>(
  props: RailTableProps<Row, Typed>,
) {
  const { title, rows, columns, isOn } = props;
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
        idOf={({ id }) => id}
        isMuted={(row) => !isOn(row)}
        emptyText={t("empty")}
        columns={[...columns, state, ...(canChange ? [change] : [])]}
      />
    </Card>
  );
}
