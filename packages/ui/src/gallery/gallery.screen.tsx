// Every component with its states, in both themes side by side, for those who build with them.
// Served in development at /ui. English only: it is documentation, not product.

import { type ReactNode, useState } from "react";
import { Segment } from "../segment.tsx";
import { ControlSamples } from "./control-samples.tsx";
import { FigureSamples } from "./figure-samples.tsx";
import { FormSamples } from "./form-samples.tsx";
import styles from "./gallery.module.css";
import { StateSamples } from "./state-samples.tsx";
import { TokenSamples } from "./token-samples.tsx";

const DIRECTIONS = [
  { id: "ltr", label: "Left to right" },
  { id: "rtl", label: "Right to left" },
] as const;
const UP_DOWN = [
  { id: "green-up", label: "Green up" },
  { id: "red-up", label: "Red up" },
] as const;

function ThemePane({
  theme,
  direction,
  upDown,
  children,
}: {
  readonly theme: "dark" | "light";
  readonly direction: "ltr" | "rtl";
  readonly upDown: "green-up" | "red-up";
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.pane} data-theme={theme} dir={direction} aria-label={theme}>
      <div className={styles.inner} data-updown={upDown}>
        {children}
      </div>
    </section>
  );
}

export function GalleryScreen() {
  const [direction, setDirection] = useState<"ltr" | "rtl">("ltr");
  const [upDown, setUpDown] = useState<"green-up" | "red-up">("green-up");
  return (
    <div className={styles.page} data-scroller="gallery">
      <header className={styles.head}>
        <h1 className={styles.title}>Components</h1>
        <Segment
          label="Direction"
          choices={DIRECTIONS}
          chosen={direction}
          onChoose={setDirection}
        />
        <Segment label="Colours" choices={UP_DOWN} chosen={upDown} onChoose={setUpDown} />
      </header>
      <div className={styles.panes}>
        {(["dark", "light"] as const).map((theme) => (
          <ThemePane key={theme} theme={theme} direction={direction} upDown={upDown}>
            <FigureSamples />
            <ControlSamples />
            <FormSamples />
            <StateSamples />
            <TokenSamples />
          </ThemePane>
        ))}
      </div>
    </div>
  );
}
