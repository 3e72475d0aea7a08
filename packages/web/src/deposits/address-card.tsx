// Where coins are sent: the address to scan, to copy and to compare, with what must be written
// beside it. An address that does not match its fingerprint is not shown (T63).

import type { DepositNetwork } from "@truetick/contract/cashier";
import { IconButton, Note } from "@truetick/ui";
import { QrCode } from "@truetick/ui/qr";
import { useStore } from "@truetick/ui/state";
import Share2 from "lucide-react/icons/share-2";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { CopyButton } from "../app/copy-button.tsx";
import styles from "./address-card.module.css";
import { useIsAddressTrue } from "./fingerprint.ts";
import { networkName } from "./network-name.ts";

/** Hands the address to another app of the device, where the device can. */
function ShareButton({ text }: { readonly text: string }) {
  const t = useTranslations("deposits");
  if (typeof navigator.share !== "function") return null;
  // Whoever changes their mind while choosing an app has not met an error.
  const share = () => void navigator.share({ text }).catch(() => undefined);
  return <IconButton icon={Share2} label={t("share")} onClick={share} />;
}

function Memo({ memo }: { readonly memo: string }) {
  const t = useTranslations("deposits");
  if (memo === "") return null;
  return (
    <div className={styles.memo}>
      <div>
        <p className={styles.name}>{t("memo")}</p>
        <p className={styles.address}>
          <bdi dir="ltr">{memo}</bdi>
        </p>
        <p className={styles.hint}>{t("memoHint")}</p>
      </div>
      <CopyButton text={memo} label={t("copyOf", { name: t("memo") })} look="icon" />
    </div>
  );
}

export function AddressCard({ network }: { readonly network: DepositNetwork }) {
  const t = useTranslations("deposits");
  const words = useTranslations("words");
  const isSandbox = useStore(useApp().live.isSimulated);
  const { address, currencyCode, protocolCode, fingerprint, memo } = network;
  const isTrue = useIsAddressTrue(address, fingerprint);
  if (isTrue === false) {
    return (
      <div role="alert">
        <Note tone="warn" icon={TriangleAlert}>
          {t("mismatch")}
        </Note>
      </div>
    );
  }
  return (
    <>
      <section className={styles.card} aria-label={t("address")}>
        <div className={styles.body}>
          <QrCode text={address} label={t("qr")} />
          <div className={styles.words}>
            <p className={styles.name}>
              {t("sendOnly", { currency: currencyCode, network: networkName(protocolCode) })}
            </p>
            <p className={styles.address}>
              <bdi dir="ltr">{address}</bdi>
            </p>
            <p className={styles.print} title={t("fingerprintHint")}>
              {t("fingerprint")} <bdi dir="ltr">{fingerprint.replace(/(.{4})/g, "$1 ").trim()}</bdi>
            </p>
            <div className={styles.acts}>
              <CopyButton text={address} label={words("copy")} />
              <ShareButton text={address} />
            </div>
          </div>
        </div>
        <Memo memo={memo} />
      </section>
      {isSandbox && (
        <Note tone="warn" icon={TriangleAlert}>
          {t("sandboxAddress")}
        </Note>
      )}
    </>
  );
}
