// Asks whether anybody is still there before the session ends by itself.

import { Button } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Modal } from "../frame/modal.tsx";
import { type Idle, watchIdle } from "../session/idle.ts";

function Question({ idle, onLeave }: { readonly idle: Idle; readonly onLeave: () => void }) {
  const t = useTranslations("shell.idle");
  const seconds = useStore(idle.endsInSec);
  return (
    <Modal
      isOpen={seconds !== null}
      title={t("title")}
      // Escape is a sign of life, too; only the button leaves.
      onClose={idle.touch}
      onSubmit={(event) => {
        event.preventDefault();
        idle.touch();
      }}
      actions={
        <>
          <Button onClick={onLeave}>{t("leave")}</Button>
          <Button type="submit" kind="primary" data-first="">
            {t("stay")}
          </Button>
        </>
      }
    >
      <p>{t("text", { seconds: seconds ?? 0 })}</p>
    </Modal>
  );
}

export function IdleDialog({
  onEnd,
  onLeave,
}: {
  readonly onEnd: () => void;
  readonly onLeave: () => void;
}) {
  const [idle, setIdle] = useState<Idle | null>(null);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    const watched = watchIdle(window, () => end.current());
    setIdle(watched);
    return watched.stop;
  }, []);
  return idle && <Question idle={idle} onLeave={onLeave} />;
}
