// One person: accounts with their figures, ledger, money, sessions, freezes and notes, and what
// staff may do: note something, stop payouts for a while with a reason that the person reads, log
// the person out everywhere, or propose an adjustment or the end of a lost second factor.

import {
  type DeskUserFile,
  FACTOR_PROPOSAL_KIND,
  type FactorPayload,
  FREEZE_HOURS_MAX,
  FREEZE_REASON_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  requestDeskUser,
  requestEndUserSessions,
  requestFreezeUser,
  requestNoteUser,
  requestUnfreezeUser,
} from "@truetick/contract/desk";
import { Tag } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { writeMoment } from "../app/moment.ts";
import { useRead } from "../app/use-read.ts";
import { ActButton } from "../frame/act-button.tsx";
import { ActDialog } from "../frame/act-dialog.tsx";
import { ActionBar, Columns, DetailBody, DetailHead } from "../frame/detail.tsx";
import { type ActPlan, useActs } from "../frame/use-acts.ts";
import { useQueueView } from "../frame/use-queue.ts";
import { WholePage } from "../frame/whole-page.tsx";
import { LedgerCard } from "../ledger/ledger-card.tsx";
import { usePlanEdit } from "../proposals/plan-edit.ts";
import {
  AccountsCard,
  FreezesCard,
  MoneyCard,
  NotesCard,
  PersonCard,
  SessionsCard,
} from "./user-cards.tsx";

function usePlans({ user }: DeskUserFile) {
  const t = useTranslations("users.acts");
  const planEdit = usePlanEdit();
  const freeze: ActPlan = {
    title: t("freezeTitle", { uid: user.uid }),
    text: t("freezeText", { hours: FREEZE_HOURS_MAX }),
    confirmLabel: t("freeze"),
    kind: "danger",
    fields: [
      { name: "hours", label: t("hours"), kind: "line", initial: "24", lengthMax: 2 },
      { name: "reason", label: t("reason"), kind: "lines", lengthMax: FREEZE_REASON_LENGTH_MAX },
    ],
    request: ({ hours, reason = "" }) =>
      requestFreezeUser({ userId: user.id, hours: Number(hours), reason }),
    doneText: t("frozen"),
  };
  const unfreeze: ActPlan = {
    title: t("unfreezeTitle", { uid: user.uid }),
    confirmLabel: t("unfreeze"),
    fields: [
      { name: "reason", label: t("reason"), kind: "lines", lengthMax: FREEZE_REASON_LENGTH_MAX },
    ],
    request: ({ reason = "" }) => requestUnfreezeUser(user.id, reason),
    doneText: t("unfrozen"),
  };
  const logOut: ActPlan = {
    title: t("logOutTitle", { uid: user.uid }),
    text: t("logOutText"),
    confirmLabel: t("logOut"),
    kind: "danger",
    fields: [
      { name: "reason", label: t("ownReason"), kind: "lines", lengthMax: FREEZE_REASON_LENGTH_MAX },
    ],
    request: ({ reason = "" }) => requestEndUserSessions(user.id, reason),
    doneText: t("loggedOut"),
  };
  const note: ActPlan = {
    title: t("noteTitle", { uid: user.uid }),
    text: t("noteText"),
    confirmLabel: t("note"),
    fields: [{ name: "text", label: t("noteField"), kind: "lines", lengthMax: NOTE_LENGTH_MAX }],
    request: ({ text = "" }) => requestNoteUser(user.id, text),
    doneText: t("noted"),
  };
  const adjust = planEdit({
    kind: "adjustment",
    fields: [
      { name: "amount", label: t("amount"), hint: t("amountHint"), kind: "line", lengthMax: 20 },
      { name: "reason", label: t("reason"), hint: t("reasonHint"), kind: "lines" },
    ],
    payloadOf: ({ amount, reason }) => ({ user_id: user.id, amount, reason }),
  });
  const payload: FactorPayload = { user_id: user.id };
  const removeFactor: ActPlan = {
    ...planEdit({ kind: FACTOR_PROPOSAL_KIND, fields: [], payloadOf: () => payload }),
    title: t("removeFactorTitle", { uid: user.uid }),
    text: t("removeFactorText"),
    kind: "danger",
  };
  return { freeze, unfreeze, logOut, note, adjust, removeFactor };
}

function UserActs({
  file,
  onChanged,
}: {
  readonly file: DeskUserFile;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("users.acts");
  const may = useMay();
  const plans = usePlans(file);
  const { act, begin, close } = useActs(onChanged);
  const { isDemo, frozenUntil } = file.user;
  return (
    <ActionBar>
      {may("users.note") && <ActButton label={t("note")} onClick={() => begin(plans.note)} />}
      {may("users.freeze") && !isDemo && (
        <ActButton label={t("freeze")} isDanger onClick={() => begin(plans.freeze)} />
      )}
      {may("users.freeze") && frozenUntil !== null && (
        <ActButton label={t("unfreeze")} onClick={() => begin(plans.unfreeze)} />
      )}
      {may("users.freeze") && file.sessions.length > 0 && (
        <ActButton label={t("logOut")} isDanger onClick={() => begin(plans.logOut)} />
      )}
      {may("users.freeze") && (file.hasTwoFactor || file.hasPasskey) && (
        <ActButton label={t("removeFactor")} isDanger onClick={() => begin(plans.removeFactor)} />
      )}
      {may("adjustments.change") && !isDemo && (
        <ActButton label={t("adjust")} onClick={() => begin(plans.adjust)} />
      )}
      <ActDialog act={act} onClose={close} />
    </ActionBar>
  );
}

export function UserDetail({ id }: { readonly id: string }) {
  const t = useTranslations("users");
  const view = useQueueView("users");
  const reading = useRead(() => requestDeskUser(id), id);
  return (
    <WholePage reading={reading} onBack={() => view.open(null)}>
      {(file) => (
        <>
          <DetailBody>
            <DetailHead
              line={t("memberSince", { time: writeMoment(file.user.createdAt) })}
              tag={
                <>
                  {file.user.isDemo && <Tag>{t("books.demo")}</Tag>}
                  {file.user.isCertified && <Tag tone="ok">{t("certified")}</Tag>}
                  {file.user.frozenUntil !== null && <Tag tone="warn">{t("frozen")}</Tag>}
                </>
              }
            >
              <b>{file.user.uid}</b>
            </DetailHead>
            <Columns>
              <PersonCard file={file} />
              <AccountsCard accounts={file.accounts} />
            </Columns>
            <LedgerCard userId={file.user.id} uid={file.user.uid} />
            <Columns>
              <MoneyCard money={file.money} />
              <SessionsCard sessions={file.sessions} />
            </Columns>
            <Columns>
              <FreezesCard freezes={file.freezes} />
              <NotesCard notes={file.notes} />
            </Columns>
          </DetailBody>
          <UserActs file={file} onChanged={reading.again} />
        </>
      )}
    </WholePage>
  );
}
