// Looks closely at a picture: zoom by wheel, buttons or + − 0, turn by t, drag to move. Several
// pictures stand side by side as tabs.

import { Button, IconButton, Segment, Spinner } from "@truetick/ui";
import ImageOff from "lucide-react/icons/image-off";
import Maximize from "lucide-react/icons/maximize";
import RotateCw from "lucide-react/icons/rotate-cw";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import { useKeys } from "../app/use-keys.ts";
import styles from "./image-viewer.module.css";
import { type Picture, usePicture } from "./use-picture.ts";
import { isSideways, moved, turned, type View, WHOLE, zoomed } from "./view.ts";

export type ShownPicture = { readonly path: string; readonly label: string };

function useDrag(view: View, setView: (view: View) => void) {
  const last = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      last.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!last.current) return;
      const by = { x: clientX - last.current.x, y: clientY - last.current.y };
      last.current = { x: clientX, y: clientY };
      setView(moved(view, by));
    },
    onPointerUp: () => {
      last.current = null;
    },
  };
}

/** The wheel must not scroll the page behind, which only a listener that is not passive can say. */
function useWheel(onSteps: (steps: number) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const latest = useRef(onSteps);
  latest.current = onSteps;
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !element.contains(document.activeElement)) return;
      event.preventDefault();
      latest.current(event.deltaY < 0 ? 1 : -1);
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, []);
  return stage;
}

function Stage({
  picture,
  label,
  view,
  onAgain,
}: {
  readonly picture: Picture;
  readonly label: string;
  readonly view: View;
  readonly onAgain: () => void;
}) {
  const t = useTranslations("images");
  const textOf = useFailureText();
  if (picture.phase === "loading") {
    return (
      <p className={styles.words} role="status">
        <Spinner /> {t("loading")}
      </p>
    );
  }
  if (picture.phase === "failed") {
    return (
      <div className={styles.words} role="alert">
        <ImageOff size={20} />
        <p>{textOf(picture.failure) ?? t("missing")}</p>
        <Button size="dense" onClick={onAgain}>
          {t("again")}
        </Button>
      </div>
    );
  }
  const { x, y, turn, zoom } = view;
  const transform = `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${zoom})`;
  return (
    <img
      className={styles.picture}
      data-sideways={isSideways(view)}
      src={picture.url}
      alt={label}
      draggable={false}
      style={{ transform }}
    />
  );
}

function Looking({ path, label }: ShownPicture) {
  const t = useTranslations("images");
  const { picture, again } = usePicture(path);
  const [view, setView] = useState(WHOLE);
  const zoom = (steps: number) => setView((before) => zoomed(before, steps));
  const turn = () => setView(turned);
  const reset = () => setView(WHOLE);
  const stage = useWheel(zoom);
  const drag = useDrag(view, setView);
  useKeys({ "+": () => zoom(1), "=": () => zoom(1), "-": () => zoom(-1), "0": reset, t: turn });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the wheel zooms what has the focus */}
      <div ref={stage} className={styles.stage} tabIndex={0} {...drag}>
        <Stage picture={picture} label={label} view={view} onAgain={again} />
      </div>
      <div className={styles.tools}>
        <IconButton icon={ZoomOut} label={t("zoomOut")} onClick={() => zoom(-1)} />
        <span className={styles.level} aria-live="polite">
          {Math.round(view.zoom * 100)} %
        </span>
        <IconButton icon={ZoomIn} label={t("zoomIn")} onClick={() => zoom(1)} />
        <IconButton icon={RotateCw} label={t("turn")} onClick={turn} />
        <IconButton icon={Maximize} label={t("whole")} onClick={reset} />
      </div>
    </>
  );
}

export function ImageViewer({
  pictures,
  label,
}: {
  readonly pictures: readonly ShownPicture[];
  readonly label: string;
}) {
  const [chosenPath, setChosenPath] = useState("");
  const chosen = pictures.find(({ path }) => path === chosenPath) ?? pictures[0];
  if (!chosen) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.viewer} role="group" aria-label={label}>
      {pictures.length > 1 && (
        <Segment
          label={label}
          className={styles.tabs}
          choices={pictures.map(({ path, label: name }) => ({ id: path, label: name }))}
          chosen={chosen.path}
          onChoose={setChosenPath}
        />
      )}
      <Looking key={chosen.path} {...chosen} />
    </div>
  );
}
