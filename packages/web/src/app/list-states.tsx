// What stands in place of a list that is not there: grey rows while it comes, or what went wrong
// with a way to ask again. For every list that keeps its own rows.

import { Button, EmptyState, Skeleton } from "@truetick/ui";
import CloudOff from "lucide-react/icons/cloud-off";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";
import { useFailureCode, useFailureText } from "./use-failure.ts";

export function ExpectedRows({
  count,
  className,
  rowClassName,
}: {
  readonly count: number;
  readonly className: string | undefined;
  /** As high as the rows that will come. */
  readonly rowClassName: string | undefined;
}) {
  const words = useTranslations("words");
  const rows = Array.from({ length: count }, (_, at) => at + 1);
  return (
    <div className={className} role="status" aria-label={words("loading")}>
      {rows.map((row) => (
        <Skeleton key={row} width="full" className={rowClassName} />
      ))}
    </div>
  );
}

export function FailedList({
  failure,
  onRetry,
}: {
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}) {
  const quotes = useTranslations("quotes.failed");
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  return (
    <EmptyState
      icon={CloudOff}
      tone="warn"
      title={(failure && textOf(failure)) ?? quotes("text")}
      text=""
      note={failure ? codeOf(failure) : undefined}
      actions={
        <Button kind="primary" size="touch" onClick={onRetry}>
          {quotes("retry")}
        </Button>
      }
    />
  );
}
