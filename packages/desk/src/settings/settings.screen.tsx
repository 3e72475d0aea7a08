// Settings of the platform and its companies. A setting changes by a proposal; what the
// configuration pins cannot be changed here, and links lead only to hosts that it allows.

import {
  type DeskCompany,
  type DeskSetting,
  requestDeskSettings,
  SETTING_VALUE_LENGTH_MAX,
  type SettingPayload,
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
import { inWords } from "../proposals/use-kind-name.ts";
import { DataTable } from "../table/data-table.tsx";

function useSettingPlan() {
  const t = useTranslations("settings");
  const planEdit = usePlanEdit();
  return ({ name, value, choices, kind }: DeskSetting) =>
    planEdit({
      kind: "setting",
      fields: [
        {
          name: "value",
          label: inWords(name),
          kind: choices.length > 0 ? "choice" : "line",
          choices: choices.map((id) => ({ id, label: inWords(id) })),
          initial: value,
          lengthMax: SETTING_VALUE_LENGTH_MAX,
          isOptional: true,
          ...(kind === "areas" && { hint: t("areasHint") }),
          ...(kind === "hours" && { hint: t("hoursHint") }),
        },
      ],
      payloadOf: (texts): SettingPayload => ({ name, value: texts.value ?? "" }),
    });
}

const TONES = { default: "neutral", changed: "accent", pinned: "warn" } as const;

function CompaniesCard({ companies }: { readonly companies: readonly DeskCompany[] }) {
  const t = useTranslations("settings");
  return (
    <Card title={t("companies")} isFlush>
      <DataTable
        label={t("companies")}
        rows={companies}
        idOf={({ id }) => id}
        emptyText={t("noCompanies")}
        columns={[
          { name: t("company"), cell: ({ name }) => name },
          { name: t("mainCompany"), cell: (row) => row.main_company || "–" },
          { name: t("website"), isLong: true, cell: ({ website }) => website || "–" },
          { name: t("email"), isLong: true, cell: ({ email }) => email || "–" },
          {
            name: t("registered"),
            isLong: true,
            cell: (row) => row.registered_address || "–",
          },
        ]}
      />
    </Card>
  );
}

export function SettingsScreen() {
  const t = useTranslations("settings");
  const places = useTranslations("shell.places");
  const may = useMay();
  const planOf = useSettingPlan();
  const reading = useRead(requestDeskSettings, "settings");
  const { act, begin, close } = useActs(reading.again);
  return (
    <WholePage reading={reading} onBack={null}>
      {({ settings, companies, allowedHosts }) => (
        <DetailBody>
          <DetailHead line={t("line")}>
            <b>{places("settings")}</b>
          </DetailHead>
          <Card title={t("platform")} isFlush>
            <DataTable
              label={t("platform")}
              rows={settings}
              idOf={({ name }) => name}
              emptyText=""
              columns={[
                { name: t("name"), cell: ({ name }) => inWords(name) },
                { name: t("value"), isLong: true, cell: ({ value }) => value || "–" },
                {
                  name: t("source"),
                  cell: ({ source }) => <Tag tone={TONES[source]}>{t(`sources.${source}`)}</Tag>,
                },
                { name: t("changedAt"), cell: (row) => writeMoment(row.changed_at) },
                ...(may("settings.change")
                  ? [
                      {
                        name: t("change"),
                        cell: (setting: DeskSetting) => (
                          <Button
                            size="dense"
                            disabled={setting.source === "pinned"}
                            onClick={() => begin(planOf(setting))}
                          >
                            {t("change")}
                          </Button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </Card>
          <Card title={t("hosts")}>
            <p>{allowedHosts.join(", ") || t("noHosts")}</p>
          </Card>
          <CompaniesCard companies={companies} />
          <ActDialog act={act} onClose={close} />
        </DetailBody>
      )}
    </WholePage>
  );
}
