// The cards of one person's page. Each shows what the server answered and links to where it is
// decided.

import type {
  DeskAccount,
  DeskFreeze,
  DeskMoney,
  DeskNote,
  DeskUserFile,
  DeskUserSession,
} from "@truetick/contract/desk";
import { useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { writeMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { Card, Line, Lines } from "../frame/detail.tsx";
import { DataTable } from "../table/data-table.tsx";

export function PersonCard({ file }: { readonly file: DeskUserFile }) {
  const t = useTranslations("users");
  const { user } = file;
  const factors = [
    file.hasTwoFactor ? t("twoFactor") : null,
    file.hasPasskey ? t("passkey") : null,
  ].filter((factor) => factor !== null);
  return (
    <Card title={t("person")}>
      <Lines>
        <Line name={t("email")} isLong>
          {user.email || "–"}
        </Line>
        <Line name={t("mobile")}>{user.mobile || "–"}</Line>
        <Line name={t("area")}>{user.area || "–"}</Line>
        <Line name={t("language")}>{file.language}</Line>
        <Line name={t("factors")}>{factors.join(", ") || t("noFactor")}</Line>
        <Line name={t("invitedBy")}>{file.invitedBy || "–"}</Line>
        <Line name={t("orders")}>
          <Link to={pathTo("orders", null, { user: user.uid })}>{t("openOrders")}</Link>
        </Line>
      </Lines>
    </Card>
  );
}

export function AccountsCard({ accounts }: { readonly accounts: readonly DeskAccount[] }) {
  const t = useTranslations("users");
  const notation = useNotation();
  const figure = (name: string, text: string) => (
    <Line name={name} key={name}>
      {writeDecimal(text, notation)}
    </Line>
  );
  return (
    <Card title={t("accounts")}>
      {accounts.map((account) => (
        <Lines key={account.id}>
          <Line name={t("account")}>{account.id}</Line>
          {figure(t("cash"), account.cash)}
          {figure(t("equity"), account.equity)}
          {figure(t("used"), account.used)}
          {figure(t("reserved"), account.reserved)}
          {figure(t("held"), account.held)}
          {figure(t("available"), account.available)}
          <Line name={t("profit")}>{writeSigned(account.profit, notation)}</Line>
        </Lines>
      ))}
    </Card>
  );
}

const PLACES = {
  deposit: "deposits",
  withdrawal: "withdrawals",
  adjustment: "adjustments",
} as const;

export function MoneyCard({ money }: { readonly money: readonly DeskMoney[] }) {
  const t = useTranslations("users");
  const notation = useNotation();
  return (
    <Card title={t("money")} isFlush>
      <DataTable
        label={t("money")}
        rows={money}
        idOf={({ kind, id }) => `${kind}/${id}`}
        linkOf={({ kind, id }) => pathTo(PLACES[kind], kind === "adjustment" ? null : id)}
        emptyText={t("noMoney")}
        columns={[
          { name: t("kind"), cell: ({ kind, id }) => `${t(`kinds.${kind}`)} ${id}` },
          { name: t("state"), cell: ({ status }) => status },
          {
            name: t("amount"),
            isFigure: true,
            cell: ({ amount }) => (amount === "" ? "–" : writeSigned(amount, notation)),
          },
          { name: t("time"), cell: ({ at }) => writeMoment(at) },
        ]}
      />
    </Card>
  );
}

export function SessionsCard({ sessions }: { readonly sessions: readonly DeskUserSession[] }) {
  const t = useTranslations("users");
  return (
    <Card title={t("sessions")} isFlush>
      <DataTable
        label={t("sessions")}
        rows={sessions}
        idOf={({ id }) => id}
        emptyText={t("noSessions")}
        columns={[
          { name: t("device"), cell: ({ device }) => device || "–" },
          { name: t("address"), cell: ({ address }) => address || "–" },
          { name: t("lastUsed"), cell: (session) => writeMoment(session.last_used_at) },
        ]}
      />
    </Card>
  );
}

export function FreezesCard({ freezes }: { readonly freezes: readonly DeskFreeze[] }) {
  const t = useTranslations("users");
  return (
    <Card title={t("freezes")} isFlush>
      <DataTable
        label={t("freezes")}
        rows={freezes}
        idOf={({ at, staff_id }) => `${at}/${staff_id}`}
        emptyText={t("noFreezes")}
        columns={[
          { name: t("time"), cell: ({ at }) => writeMoment(at) },
          {
            name: t("until"),
            cell: ({ until }) => (until === 0 ? t("lifted") : writeMoment(until)),
          },
          { name: t("by"), cell: ({ staff_name }) => staff_name },
          { name: t("reason"), isLong: true, cell: ({ reason }) => reason },
        ]}
      />
    </Card>
  );
}

export function NotesCard({ notes }: { readonly notes: readonly DeskNote[] }) {
  const t = useTranslations("users");
  return (
    <Card title={t("notes")} isFlush>
      <DataTable
        label={t("notes")}
        rows={notes}
        idOf={({ id }) => id}
        emptyText={t("noNotes")}
        columns={[
          { name: t("time"), cell: ({ at }) => writeMoment(at) },
          { name: t("by"), cell: ({ staff_name }) => staff_name },
          { name: t("note"), isLong: true, cell: ({ text }) => text },
        ]}
      />
    </Card>
  );
}
