// Why an order was closed, at /order/why?id=…: a timeline in plain words with exact figures, the
// chart of that moment, what would have avoided it, and the rows of the tape behind every figure.

import { requestWhy, type Why } from "@truetick/contract/proof";
import { Note, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useRead } from "../app/use-read.ts";
import { isOwnAct } from "../orders/order-words.ts";
import styles from "./why.module.css";
import { WhyAvoidedList } from "./why-avoided.tsx";
import { useWhyWriter } from "./why-figures.ts";
import { WhySteps } from "./why-steps.tsx";
import { WhyTicks } from "./why-ticks.tsx";

const WhyChart = lazy(async () => ({ default: (await import("./why-chart.tsx")).WhyChart }));

function Head({ why }: { readonly why: Why }) {
  const orders = useTranslations("orders");
  const ticket = useTranslations("ticket");
  const write = useWhyWriter(why);
  const { order } = why;
  return (
    <p className={styles.head}>
      <b>{write.market(order.market)}</b> {ticket(order.side)}{" "}
      {orders("size", { lots: write.plain(order.lots) })}{" "}
      <bdi dir="ltr" className={styles.quiet}>
        #{order.id}
      </bdi>
    </p>
  );
}

function Story({ why }: { readonly why: Why }) {
  const t = useTranslations("why");
  return (
    <>
      <Head why={why} />
      {why.order.opened !== null && (
        <Section title={t("chart")}>
          <Suspense fallback={<Skeleton width="full" className={styles.chart} />}>
            <WhyChart why={why} className={styles.chart} />
          </Suspense>
        </Section>
      )}
      <Section title={t("other")}>
        <WhySteps why={why} />
        {why.same !== null && (
          <Note tone={why.same ? "accent" : "warn"} icon={why.same ? ShieldCheck : ShieldAlert}>
            {why.same ? t("same") : t("notSame")}
          </Note>
        )}
      </Section>
      <WhyAvoidedList why={why} />
      <WhyTicks why={why} />
    </>
  );
}

export function WhyScreen() {
  const { router } = useApp();
  const t = useTranslations("why");
  const id = useStore(router.location).query.get("id") ?? "";
  const reading = useRead(() => requestWhy(id), id);
  const why = reading.state.phase === "ready" ? reading.state.value : null;
  const isClosing = !why || (why.about === "close" && !isOwnAct(why.order.reason));
  return (
    <SubScreen title={isClosing ? t("title") : t("other")} parent="/order?type=3" width="wide">
      <ReadBody reading={reading}>{(why) => <Story key={why.order.id} why={why} />}</ReadBody>
    </SubScreen>
  );
}
