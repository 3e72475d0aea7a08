// The staff: who they are, what their roles open, whether a second factor is set up. Every change
// is a proposal that somebody else decides; nobody makes themselves mightier.

import {
  ROLES,
  requestStaffList,
  STAFF_PROPOSAL_KIND,
  type StaffEntry,
  type StaffPayload,
} from "@truetick/contract/desk";
import { Button, Tag } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { writeMoment } from "../app/moment.ts";
import { useRead } from "../app/use-read.ts";
import { ActDialog } from "../frame/act-dialog.tsx";
import { Card, DetailBody, DetailHead } from "../frame/detail.tsx";
import { useActs } from "../frame/use-acts.ts";
import { WholePage } from "../frame/whole-page.tsx";
import { usePlanEdit } from "../proposals/plan-edit.ts";
import { usePlanProposal } from "../proposals/propose-dialog.tsx";
import { type Column, DataTable } from "../table/data-table.tsx";
import { readRoles } from "./read-roles.ts";
import styles from "./staff.module.css";

const ACTS = ["disable", "enable", "reset_factor", "reset_password"] as const;

function usePlans() {
  const t = useTranslations("staff");
  const planEdit = usePlanEdit();
  const planProposal = usePlanProposal();
  const rolesField = (roles: readonly string[]) => ({
    name: "roles",
    label: t("roles"),
    hint: t("rolesHint", { roles: ROLES.join(", ") }),
    kind: "line" as const,
    initial: roles.join(", "),
  });
  return {
    create: () =>
      planEdit({
        kind: STAFF_PROPOSAL_KIND,
        fields: [
          { name: "email", label: t("email"), kind: "line" },
          { name: "name", label: t("name"), kind: "line" },
          { name: "person", label: t("person"), hint: t("personHint"), kind: "line" },
          rolesField([]),
        ],
        payloadOf: ({ email = "", name = "", person = "", roles = "" }): StaffPayload => ({
          act: "create",
          email,
          name,
          person_ref: person,
          roles: readRoles(roles),
        }),
      }),
    change: (entry: StaffEntry) =>
      planEdit({
        kind: STAFF_PROPOSAL_KIND,
        fields: [
          { name: "name", label: t("name"), kind: "line", initial: entry.name },
          rolesField(entry.roles),
        ],
        payloadOf: ({ name = "", roles = "" }): StaffPayload => ({
          act: "change",
          staff_id: entry.id,
          name,
          roles: readRoles(roles),
        }),
      }),
    simple: (entry: StaffEntry, act: (typeof ACTS)[number]) => {
      const payload: StaffPayload = { act, staff_id: entry.id };
      return planProposal({ kind: STAFF_PROPOSAL_KIND, current: { name: entry.name }, payload });
    },
  };
}

function RowActs({ entry, onAct }: { readonly entry: StaffEntry; readonly onAct: OnAct }) {
  const t = useTranslations("staff");
  const offered = ACTS.filter((act) => act !== (entry.isDisabled ? "disable" : "enable"));
  return (
    <span className={styles.acts}>
      <Button size="dense" kind="ghost" onClick={() => onAct(entry, "change")}>
        {t("acts.change")}
      </Button>
      {offered.map((act) => (
        <Button key={act} size="dense" kind="ghost" onClick={() => onAct(entry, act)}>
          {t(`acts.${act}`)}
        </Button>
      ))}
    </span>
  );
}

type OnAct = (entry: StaffEntry, act: "change" | (typeof ACTS)[number]) => void;

function useColumns(onAct: OnAct): readonly Column<StaffEntry>[] {
  const t = useTranslations("staff");
  const roleNames = useTranslations("shell.roles");
  const may = useMay();
  const change: Column<StaffEntry> = {
    name: t("change"),
    cell: (entry) => <RowActs entry={entry} onAct={onAct} />,
  };
  return [
    { name: t("name"), cell: ({ name }) => name },
    { name: t("email"), isLong: true, cell: ({ email }) => email },
    { name: t("person"), cell: ({ personRef }) => personRef },
    { name: t("roles"), cell: ({ roles }) => roles.map((role) => roleNames(role)).join(", ") },
    {
      name: t("factor"),
      cell: ({ hasFactor, isDisabled }) => (
        <>
          <Tag tone={hasFactor ? "ok" : "warn"}>{t(hasFactor ? "hasFactor" : "noFactor")}</Tag>{" "}
          {isDisabled && <Tag>{t("disabled")}</Tag>}
        </>
      ),
    },
    { name: t("lastLogin"), cell: ({ lastLoginAt }) => writeMoment(lastLoginAt) },
    ...(may("staff.change") ? [change] : []),
  ];
}

export function StaffScreen() {
  const t = useTranslations("staff");
  const places = useTranslations("shell.places");
  const may = useMay();
  const reading = useRead(requestStaffList, "staff");
  const plans = usePlans();
  const { act, begin, close } = useActs(reading.again);
  const columns = useColumns((entry, name) =>
    begin(name === "change" ? plans.change(entry) : plans.simple(entry, name)),
  );
  return (
    <WholePage reading={reading} onBack={null}>
      {(entries) => (
        <DetailBody>
          <DetailHead
            line={t("line")}
            tag={
              may("staff.change") && (
                <Button kind="primary" onClick={() => begin(plans.create())}>
                  {t("create")}
                </Button>
              )
            }
          >
            <b>{places("staff")}</b>
          </DetailHead>
          <Card title={places("staff")} isFlush>
            <DataTable
              label={places("staff")}
              rows={entries}
              idOf={({ id }) => id}
              isMuted={({ isDisabled }) => isDisabled}
              emptyText={t("empty")}
              columns={columns}
            />
          </Card>
          <ActDialog act={act} onClose={close} />
        </DetailBody>
      )}
    </WholePage>
  );
}
