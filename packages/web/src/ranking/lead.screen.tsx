// Being listed and copied, at /rank/lead: what everybody will see and what nobody will, an alias of
// one's own, and the way out again. Who is listed sees followers and their money in total only.

import {
  ALIAS_LENGTH_MAX,
  ALIAS_PATTERN,
  type OwnListing,
  requestOwnListing,
  requestSetOwnListing,
} from "@truetick/contract/ranking";
import {
  Button,
  buttonClass,
  ConfirmDialog,
  Fact,
  Facts,
  Note,
  Tag,
  useNotation,
} from "@truetick/ui";
import { Checkbox, TextField, useForm } from "@truetick/ui/forms";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import Info from "lucide-react/icons/info";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { foreignText } from "../app/ltr-text.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { useRead } from "../app/use-read.ts";
import { useCopyNews } from "../copy/use-copy-news.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import styles from "./lead.screen.module.css";
import { profilePath } from "./rank-choice.ts";

const SEEN = ["record", "orders", "followers"] as const;
const UNSEEN = ["person", "open", "money"] as const;

/** What a listing shows, before anybody agrees to it. */
function WhatIsSeen() {
  const t = useTranslations("ranking.listing");
  return (
    <div className={styles.sides}>
      <div>
        <h3 className={styles.side}>
          <Eye size={16} strokeWidth={1.75} />
          {t("seenTitle")}
        </h3>
        <ul className={styles.points}>
          {SEEN.map((point) => (
            <li key={point}>{t(`seen.${point}`)}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className={styles.side}>
          <EyeOff size={16} strokeWidth={1.75} />
          {t("unseenTitle")}
        </h3>
        <ul className={styles.points}>
          {UNSEEN.map((point) => (
            <li key={point}>{t(`unseen.${point}`)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function JoinForm({
  listing,
  onJoined,
}: {
  readonly listing: OwnListing;
  readonly onJoined: (listing: OwnListing) => void;
}) {
  const { server, toasts } = useApp();
  const t = useTranslations("ranking.listing");
  const placeFailure = usePlaceFailure();
  const hasAlias = listing.alias !== "";
  const form = useForm<{ alias: string; agreed: boolean }>({
    initial: { alias: listing.alias, agreed: false },
    check: ({ alias, agreed }) => ({
      ...(!ALIAS_PATTERN.test(alias.trim()) && { alias: t("aliasHint") }),
      ...(!agreed && { agreed: t("agreeFirst") }),
    }),
    send: async ({ alias }) => {
      const answer = await server.write(
        requestSetOwnListing({ alias: alias.trim(), isListed: true }),
      );
      if (!answer.isOk) {
        return placeFailure(answer.failure, {
          ALIAS_TAKEN: "alias",
          ALIAS_REFUSED: "alias",
          ALIAS_KEPT: "alias",
        });
      }
      toasts.show({ tone: "done", title: t("joined", { name: foreignText(answer.value.alias) }) });
      onJoined(answer.value);
      return undefined;
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <TextField
        {...form.text("alias")}
        label={t("alias")}
        hint={hasAlias ? t("aliasKept") : t("aliasHint")}
        dir="ltr"
        autoComplete="off"
        maxLength={ALIAS_LENGTH_MAX}
        readOnly={hasAlias}
      />
      <Checkbox
        name="agreed"
        isChecked={form.values.agreed}
        error={form.errors.agreed}
        onChange={(agreed) => form.set("agreed", agreed)}
      >
        {t("agree")}
      </Checkbox>
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("join")}
      </Button>
    </form>
  );
}

function Listed({
  listing,
  onChanged,
}: {
  readonly listing: OwnListing;
  readonly onChanged: (listing: OwnListing) => void;
}) {
  const { server, toasts } = useApp();
  const t = useTranslations("ranking.listing");
  const columns = useTranslations("ranking.columns");
  const words = useTranslations("words");
  const notation = useNotation();
  const tellFailure = useTellFailure();
  const [phase, setPhase] = useState<"idle" | "asking" | "working">("idle");
  const leave = async () => {
    setPhase("working");
    const { alias } = listing;
    const answer = await server.write(requestSetOwnListing({ alias, isListed: false }));
    setPhase("idle");
    if (!answer.isOk) return tellFailure(answer.failure);
    toasts.show({ tone: "done", title: t("left") });
    onChanged(answer.value);
  };
  return (
    <Section
      title={listing.alias}
      text={t("totalsOnly")}
      aside={<Tag tone="ok">{t("listed")}</Tag>}
    >
      <Facts>
        <Fact name={columns("followers")}>{notation.group(String(listing.followers))}</Fact>
        <Fact name={t("money")}>
          <MoneyText text={listing.followAmount} /> USD
        </Fact>
        <Fact name={t("copied")}>{notation.group(String(listing.copiedOrders))}</Fact>
      </Facts>
      <div className={styles.acts}>
        <Link to={profilePath(listing.alias)} className={buttonClass("primary", "touch")}>
          {t("view")}
        </Link>
        <Button
          kind="outline"
          size="touch"
          disabled={!listing.canLeave}
          onClick={() => setPhase("asking")}
        >
          {t("leave")}
        </Button>
      </div>
      {!listing.canLeave && <p className={styles.quiet}>{t("mustStay")}</p>}
      <ConfirmDialog
        isOpen={phase !== "idle"}
        title={t("leaveTitle")}
        confirmLabel={t("leave")}
        cancelLabel={words("cancel")}
        kind="danger"
        isWorking={phase === "working"}
        onConfirm={() => void leave()}
        onCancel={() => setPhase("idle")}
      >
        {t("leaveText")}
      </ConfirmDialog>
    </Section>
  );
}

export function LeadScreen() {
  const t = useTranslations("ranking.listing");
  const titles = useTranslations("shell.titles");
  const say = useReasonText();
  const reading = useRead(requestOwnListing);
  useCopyNews(reading.again);
  return (
    <SubScreen title={titles("lead")} parent="/rank">
      <ReadBody reading={reading}>
        {(listing) => (
          <>
            {listing.isListed && <Listed listing={listing} onChanged={reading.put} />}
            <Section title={listing.isListed ? t("view") : t("title")} text={t("text")}>
              <WhatIsSeen />
              {!listing.isListed && listing.canList && (
                <JoinForm listing={listing} onJoined={reading.put} />
              )}
              {!listing.isListed && !listing.canList && (
                <Note tone="warn" icon={Info}>
                  {say("ONLY_REAL")}
                </Note>
              )}
            </Section>
          </>
        )}
      </ReadBody>
    </SubScreen>
  );
}
