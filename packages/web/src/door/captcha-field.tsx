// The picture and the field for what is in it, with a way to get another one.

import { IconButton } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useTranslations } from "use-intl";
import styles from "./captcha-field.module.css";
import type { CaptchaState } from "./use-captcha.ts";

export function CaptchaField({
  captcha,
  error,
  onTyped,
}: {
  readonly captcha: CaptchaState;
  readonly error?: string | undefined;
  /** So that the form forgets what was wrong with it. */
  readonly onTyped: (typed: string) => void;
}) {
  const t = useTranslations("door");
  return (
    <div className={styles.row}>
      <TextField
        label={t("captcha")}
        name="captcha"
        autoComplete="off"
        dir="ltr"
        maxLength={12}
        value={captcha.typed}
        error={error}
        onValue={(typed) => {
          captcha.setTyped(typed);
          onTyped(typed);
        }}
      />
      <span className={styles.picture}>
        {captcha.picture && (
          <img
            src={captcha.picture.image}
            alt={t("captchaPicture")}
            className={styles.image}
            draggable={false}
          />
        )}
      </span>
      <IconButton
        icon={RefreshCw}
        label={t("anotherPicture")}
        className={styles.another}
        onClick={() => void captcha.renew()}
      />
    </div>
  );
}
