// A search that asks the server only once the typing rests, so that a list does not flicker with
// every letter. What the address says wins over what was typed before it changed.

import { SearchField } from "@truetick/ui";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

const REST_MS = 250;
const QUERY_LENGTH_MAX = 120;

export function CalmSearch({
  text,
  label,
  className,
  onText,
}: {
  /** What is searched for now. */
  readonly text: string;
  readonly label: string;
  readonly className?: string | undefined;
  readonly onText: (text: string) => void;
}) {
  const t = useTranslations("queue");
  const [typed, setTyped] = useState(text);
  const told = useRef(text);
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    if (text === told.current) return;
    told.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed;
      latest.current(typed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchField
      className={className}
      text={typed}
      label={label}
      clearLabel={t("clear")}
      shortcut="/"
      lengthMax={QUERY_LENGTH_MAX}
      onText={setTyped}
    />
  );
}
