// Catches what must not happen: a screen that breaks, or whose code cannot be fetched. Says so in
// the reader's words and offers the one thing that helps, instead of an empty page. Code that the
// server has no longer, because it has a newer build, is loaded anew by itself, once. With every
// visit it begins anew: what could not be drawn is tried again.

import { Button, EmptyState } from "@truetick/ui";
import CloudOff from "lucide-react/icons/cloud-off";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { Component, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { isOutdated, loadNewer, mayReload } from "../pwa/newer-build.ts";

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

function OutdatedScreen() {
  const t = useTranslations("shell.newBuild");
  return (
    <EmptyState
      icon={RefreshCw}
      title={t("title")}
      text={t("text")}
      actions={
        <Button kind="primary" size="touch" onClick={() => void loadNewer()}>
          {t("action")}
        </Button>
      }
    />
  );
}

type Props = {
  /** Null while it is hidden behind another screen. */
  readonly visit: number | null;
  readonly children: ReactNode;
};
type State = {
  readonly state: "fine" | "broken" | "outdated";
  readonly visit: number | null;
};

export class ScreenGuard extends Component<Props, State> {
  override state: State = { state: "fine", visit: this.props.visit };
  #isShown = false;

  static getDerivedStateFromProps({ visit }: Props, before: State): State | null {
    return visit === before.visit ? null : { state: "fine", visit };
  }

  static getDerivedStateFromError(): Partial<State> {
    return { state: "broken" };
  }

  override componentDidMount() {
    this.#isShown = true;
  }

  override componentWillUnmount() {
    this.#isShown = false;
  }

  override componentDidCatch() {
    void isOutdated().then((isOld) => {
      // Who has gone on to a screen that is there may be in the middle of something.
      if (!isOld || !this.#isShown || this.state.state === "fine") return;
      this.setState({ state: "outdated" });
      if (mayReload(sessionStorage)) void loadNewer();
    });
  }

  override render() {
    const { state } = this.state;
    if (state === "outdated") return <OutdatedScreen />;
    return state === "broken" ? <BrokenScreen /> : this.props.children;
  }
}
