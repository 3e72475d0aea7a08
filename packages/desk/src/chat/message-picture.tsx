// A picture that a member sent: fetched only when somebody wants to see it, because every look is
// written down; then shown to zoom and turn.

import { Button } from "@truetick/ui";
import ImageIcon from "lucide-react/icons/image";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ImageViewer } from "../images/image-viewer.tsx";
import styles from "./message-thread.module.css";

export function MessagePicture({
  path,
  onGrown,
}: {
  readonly path: string;
  /** It needs more room from now on. */
  readonly onGrown: () => void;
}) {
  const t = useTranslations("chat");
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) {
    return (
      <div className={styles.picture}>
        <ImageViewer label={t("picture")} pictures={[{ path, label: t("picture") }]} />
      </div>
    );
  }
  return (
    <div className={styles.closedPicture}>
      <Button
        size="dense"
        icon={ImageIcon}
        onClick={() => {
          setIsOpen(true);
          requestAnimationFrame(onGrown);
        }}
      >
        {t("showPicture")}
      </Button>
    </div>
  );
}
