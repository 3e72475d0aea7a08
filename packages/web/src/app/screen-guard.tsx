// Catches what must not happen: a screen that breaks, or whose code cannot be fetched. Says so in
// the reader's words and offers the one thing that helps, instead of an empty page.

import { Button, EmptyState } from "@truetick/ui";
import CloudOff from "lucide-react/icons/cloud-off";
import { Component, type ReactNode } from "react";
import { useTranslations } from "use-intl";

function BrokenScreen() {
  const t = useTranslations("shell.broken");
  return (
    <EmptyState
      icon={CloudOff}
      tone="warn"
      title={t("title")}
      text={t("text")}
      actions={
        <Button kind="primary" size="touch" onClick={() => window.location.reload()}>
          {t("action")}
        </Button>
      }
    />
  );
}

type Props = { readonly children: ReactNode };

export class ScreenGuard extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <BrokenScreen /> : this.props.children;
  }
}
