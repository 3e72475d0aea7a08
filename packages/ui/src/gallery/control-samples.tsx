// The gallery's controls: buttons, chips, segments, the search field, the sheet.

import RefreshCw from "lucide-react/icons/refresh-cw";
import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Button } from "../button.tsx";
import { ChipRow } from "../chips.tsx";
import { IconButton } from "../icon-button.tsx";
import { SearchField } from "../search-field.tsx";
import { Segment } from "../segment.tsx";
import { Sheet } from "../sheet.tsx";
import styles from "./gallery.module.css";
import { Sample, State } from "./sample.tsx";

const CHIPS = ["All", "Forex majors", "Metals", "Indices", "Shares", "Crypto"].map((label) => ({
  id: label,
  label,
}));
const PERIODS = [
  { id: "15", label: "15m" },
  { id: "60", label: "1H" },
  { id: "day", label: "1D" },
] as const;

function ButtonSamples() {
  return (
    <Sample name="Button" use="One primary per view; tonal and outline for the rest.">
      <State name="primary">
        <Button kind="primary">Open chart</Button>
      </State>
      <State name="tonal">
        <Button icon={RefreshCw}>Try again</Button>
      </State>
      <State name="outline">
        <Button kind="outline">Keep it</Button>
      </State>
      <State name="ghost">
        <Button kind="ghost">Not now</Button>
      </State>
      <State name="working">
        <Button kind="primary" isWorking>
          Sending
        </Button>
      </State>
      <State name="off">
        <Button disabled>Off</Button>
      </State>
      <State name="dense">
        <Button size="dense">Dense</Button>
      </State>
      <State name="touch">
        <Button size="touch">Touch</Button>
      </State>
    </Sample>
  );
}

function ChoiceSamples() {
  const [chip, setChip] = useState("All");
  const [period, setPeriod] = useState<"15" | "60" | "day">("15");
  return (
    <>
      <Sample name="ChipRow" use="One filter out of several; arrows move the choice.">
        <ChipRow chips={CHIPS} chosen={chip} label="Categories" onChoose={setChip} />
        <ChipRow chips={CHIPS} chosen={chip} label="Dense" isDense onChoose={setChip} />
      </Sample>
      <Sample name="Segment" use="A choice of a few: boxed in settings, bare above a chart.">
        <State name="boxed">
          <Segment label="Period" choices={PERIODS} chosen={period} onChoose={setPeriod} />
        </State>
        <State name="bare">
          <Segment
            label="Period"
            look="bare"
            choices={PERIODS}
            chosen={period}
            onChoose={setPeriod}
          />
        </State>
      </Sample>
    </>
  );
}

function SheetSample() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Sample name="Sheet" use="From the bottom on phones, a panel in the corner on desktop.">
      <Button onClick={() => setIsOpen(true)}>Open a sheet</Button>
      <Sheet isOpen={isOpen} title="Settings" closeLabel="Close" onClose={close}>
        <p className={styles.sheet}>Focus stays inside and goes back to the button.</p>
      </Sheet>
    </Sample>
  );
}

export function ControlSamples() {
  const [text, setText] = useState("");
  return (
    <>
      <ButtonSamples />
      <Sample name="IconButton" use="Always named; 44 px for fingers, 36 for a mouse.">
        <State name="rest">
          <IconButton icon={Search} label="Search" />
        </State>
        <State name="off">
          <IconButton icon={Search} label="Search" disabled />
        </State>
      </Sample>
      <ChoiceSamples />
      <Sample name="SearchField" use="Filters as one types; / reaches it, Escape clears it.">
        <SearchField
          text={text}
          label="Search markets"
          clearLabel="Clear search"
          shortcut="/"
          className={styles.search}
          onText={setText}
        />
      </Sample>
      <SheetSample />
    </>
  );
}
