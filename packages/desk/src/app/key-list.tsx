// The keys of the desk, for whoever presses "?".

import { Sheet } from "@truetick/ui";
import { useTranslations } from "use-intl";
import styles from "./key-list.module.css";

const KEYS = [
  ["next", ["J"]],
  ["previous", ["K"]],
  ["approve", ["A"]],
  ["reject", ["R"]],
  ["ask", ["Q"]],
  ["paid", ["P"]],
  ["search", ["/"]],
  ["zoom", ["+", "−", "0"]],
  ["turn", ["T"]],
  ["help", ["?"]],
] as const;

export function Key({ children }: { readonly children: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {children}
    </span>
  );
}

export function KeyList({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations("shell");
  return (
    <Sheet
      isOpen={isOpen}
      title={t("keys.title")}
      closeLabel={t("close")}
      place="centre"
      onClose={onClose}
    >
      <dl className={styles.list}>
        {KEYS.map(([name, keys]) => (
          <div key={name} className={styles.line}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
