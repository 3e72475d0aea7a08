// What this browser remembers: since when, how much, the newest checkpoint, and the fingerprint of
// the key that all of it is signed with.

import { fromHex, sha256, toHex } from "@truetick/proof";
import { Button, Fact, Facts, Note, useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Info from "lucide-react/icons/info";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { CopyButton } from "../app/copy-button.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useMoment } from "../app/use-moment.ts";
import { useLogName } from "./alarm-words.ts";
import styles from "./proof.screen.module.css";
import { WitnessLine } from "./witness-line.tsx";
import { bodyOf, lastSeen, type WitnessMemory } from "./witness-memory.ts";
import { witnessOf } from "./witness-of.ts";

/** In groups of four: the eye compares them one by one. */
function fingerprintOf(publicKey: string): string {
  const bytes = fromHex(publicKey);
  return bytes ? (toHex(sha256(bytes)).match(/.{4}/g) ?? []).join(" ") : "";
}

function Remembered({ memory }: { readonly memory: WitnessMemory }) {
  const t = useTranslations("proof.witness");
  const alarm = useTranslations("proof.alarm");
  const nameOf = useLogName();
  const moment = useMoment();
  const { tag } = useNotation();
  const [first] = memory.checkpoints;
  const last = lastSeen(memory);
  if (!first || !last) return null;
  const { number, atMs, build, logs } = bodyOf(last);
  const time = moment(atMs / 1_000);
  return (
    <Facts className={styles.facts}>
      <Fact name={t("since")} isFigure={false}>
        {moment(first.atMs / 1_000)}
      </Fact>
      <Fact name={t("newest")} isFigure={false}>
        {alarm("checkpoint", { number: String(number), time })}
      </Fact>
      {logs.map(({ log, size }) => (
        <Fact key={log} name={nameOf(log)}>
          {new Intl.NumberFormat(tag).format(size)}
        </Fact>
      ))}
      <Fact name={t("build")}>{build}</Fact>
    </Facts>
  );
}

function Fingerprint({ memory }: { readonly memory: WitnessMemory }) {
  const t = useTranslations("proof.witness");
  const last = lastSeen(memory);
  const keyId = last && bodyOf(last).keyId;
  const key = memory.keys.find((known) => known.keyId === keyId);
  if (!key) return null;
  const fingerprint = fingerprintOf(key.publicKey);
  return (
    <div className={styles.key}>
      <h3 className={styles.name}>{t("key")}</h3>
      <div className={styles.fingerprint} dir="ltr">
        <code>{fingerprint}</code>
        <CopyButton text={fingerprint} label={t("copyKey")} look="icon" />
      </div>
      <p className={styles.quiet}>{t("keyText")}</p>
    </div>
  );
}

export function WatchSection() {
  const t = useTranslations("proof.witness");
  const witness = witnessOf(useApp());
  const { memory, isChecking, canCheckSignatures } = useStore(witness);
  useEffect(() => {
    // Whoever comes here first need not wait for the rhythm.
    if (witness.get().outcome === null) void witness.check();
  }, [witness]);
  return (
    <Section title={t("title")} text={t("text")}>
      <WitnessLine />
      {canCheckSignatures === false && (
        <Note tone="warn" icon={Info}>
          {t("noSignatures")}
        </Note>
      )}
      <Remembered memory={memory} />
      <Fingerprint memory={memory} />
      <div className={styles.acts}>
        <Button isWorking={isChecking} onClick={() => void witness.check()}>
          {t("checkNow")}
        </Button>
      </div>
    </Section>
  );
}
