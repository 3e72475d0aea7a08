// The link to support and what can be done with it: copied, or followed once its host was named
// (T27). On the screen of support and in the sheet of the user centre.

import { buttonClass } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { CopyButton } from "../app/copy-button.tsx";
import styles from "./support-link.module.css";

export function SupportLink({
  link,
  host,
  isFollowed,
  onFollow,
}: {
  readonly link: string;
  readonly host: string;
  readonly isFollowed: boolean;
  readonly onFollow?: () => void;
}) {
  const t = useTranslations("user.support");
  const words = useTranslations("words");
  return (
    <div className={styles.body}>
      <p>{isFollowed ? t("leaving", { host }) : t("copyText")}</p>
      <bdi dir="ltr" className={styles.link}>
        {link}
      </bdi>
      {isFollowed ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass("primary", "touch")}
          onClick={onFollow}
        >
          {words("goTo", { host })}
        </a>
      ) : (
        <CopyButton text={link} label={words("copy")} />
      )}
    </div>
  );
}
