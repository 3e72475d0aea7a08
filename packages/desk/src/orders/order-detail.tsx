// One order with its evidence: which row of the tape each fill used, by which rule and terms, and
// the lines it wrote into the ledger (H02).

import { type DeskFill, type DeskOrder, requestDeskOrder } from "@truetick/contract/desk";
import { Tag, useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { writeExactMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { useRead } from "../app/use-read.ts";
import { Card, Columns, DetailBody, DetailHead, Line, Lines } from "../frame/detail.tsx";
import { useQueueView } from "../frame/use-queue.ts";
import { WholePage } from "../frame/whole-page.tsx";
import { useCauseName } from "../ledger/use-cause-name.ts";
import { inWords } from "../proposals/use-kind-name.ts";
import { DataTable } from "../table/data-table.tsx";
import { useOrderColumns } from "./orders.screen.tsx";

function TermsCard({ order }: { readonly order: DeskOrder }) {
  const t = useTranslations("orders");
  const notation = useNotation();
  return (
    <Card title={t("terms")}>
      <Lines>
        <Line name={t("member")}>
          <Link to={pathTo("users", order.userId)}>{order.uid}</Link>
        </Line>
        <Line name={t("lots")}>{writeDecimal(order.lots, notation)}</Line>
        <Line name={t("leverage")}>{`1:${order.leverage}`}</Line>
        <Line name={t("asked")}>{order.askedPrice || "–"}</Line>
        <Line name={t("stopLoss")}>{order.stopLoss || "–"}</Line>
        <Line name={t("takeProfit")}>{order.takeProfit || "–"}</Line>
        <Line name={t("margin")}>{writeDecimal(order.margin, notation)}</Line>
        <Line name={t("fee")}>{writeDecimal(order.fee, notation)}</Line>
        <Line name={t("version")}>{order.termsVersion}</Line>
        {order.endReason !== "" && <Line name={t("ended")}>{inWords(order.endReason)}</Line>}
      </Lines>
    </Card>
  );
}

function FillCard({ fill }: { readonly fill: DeskFill }) {
  const t = useTranslations("orders");
  return (
    <Card title={t(`fills.${fill.kind}`)}>
      <Lines>
        <Line name={t("time")}>{writeExactMoment(fill.at)}</Line>
        <Line name={t("price")} isStrong>
          {fill.price}
        </Line>
        <Line name={t("tape")}>
          {t("tapeRow", { seq: fill.seq, bid: fill.bid, ask: fill.ask })}
        </Line>
        <Line name={t("rule")}>{inWords(fill.rule)}</Line>
        {fill.level !== "" && <Line name={t("level")}>{fill.level}</Line>}
        <Line name={t("versions")}>
          {t("versionsOf", { rules: fill.rulesVersion, terms: fill.termsVersion })}
        </Line>
        {fill.conversions.map(({ displayCode, seq, bid, ask }) => (
          <Line key={`${displayCode}/${seq}`} name={displayCode}>
            {t("tapeRow", { seq, bid, ask })}
          </Line>
        ))}
      </Lines>
    </Card>
  );
}

export function OrderDetail({ id }: { readonly id: string }) {
  const t = useTranslations("orders");
  const ledger = useTranslations("ledger");
  const notation = useNotation();
  const view = useQueueView("orders");
  const columns = useOrderColumns();
  const nameOf = useCauseName();
  const reading = useRead(() => requestDeskOrder(id), id);
  return (
    <WholePage reading={reading} onBack={() => view.open(null)}>
      {({ order, fills, movements, parts }) => (
        <DetailBody>
          <DetailHead
            line={t("line", { id: order.id, time: writeExactMoment(order.placedAt) })}
            tag={<Tag>{t(`statuses.${order.status}`)}</Tag>}
          >
            <b>{`${t(`sides.${order.side}`)} ${order.displayCode}`}</b>
          </DetailHead>
          <Columns>
            <TermsCard order={order} />
            {fills.map((fill) => (
              <FillCard key={fill.kind} fill={fill} />
            ))}
          </Columns>
          <Card title={t("movements")} isFlush>
            <DataTable
              label={t("movements")}
              rows={movements}
              idOf={({ movementId }) => movementId}
              emptyText={ledger("empty")}
              columns={[
                { name: ledger("time"), cell: ({ at }) => writeExactMoment(at) },
                { name: ledger("cause"), cell: ({ cause }) => nameOf(cause) },
                {
                  name: ledger("amount"),
                  isFigure: true,
                  cell: ({ amount }) => writeSigned(amount, notation),
                },
                {
                  name: ledger("after"),
                  isFigure: true,
                  cell: ({ balance }) => writeDecimal(balance, notation),
                },
              ]}
            />
          </Card>
          {parts.length > 0 && (
            <Card title={t("parts")} isFlush>
              <DataTable
                label={t("parts")}
                rows={parts}
                idOf={(part) => part.id}
                linkOf={(part) => pathTo("orders", part.id)}
                columns={columns}
                emptyText=""
              />
            </Card>
          )}
        </DetailBody>
      )}
    </WholePage>
  );
}
