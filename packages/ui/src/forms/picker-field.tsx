// One of many, too many for a row of segments: a field that opens a list with a search. Matches any
// word of a choice; arrows and Enter work from the search field. Used for countries and dial codes.

import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { SearchField } from "../search-field.tsx";
import { Sheet } from "../sheet.tsx";
import fieldStyles from "./field.module.css";
import { Field, type FieldFrameProps } from "./field.tsx";
import { matchChoices, type PickerChoice } from "./match-choices.ts";
import styles from "./picker-field.module.css";

export type PickerTexts = {
  readonly search: string;
  readonly clearSearch: string;
  readonly close: string;
  readonly nothingFound: string;
};

function ChoiceList({
  choices,
  chosen,
  label,
  texts,
  onChoose,
}: {
  readonly choices: readonly PickerChoice[];
  readonly chosen: string | null;
  readonly label: string;
  readonly texts: PickerTexts;
  readonly onChoose: (id: string) => void;
}) {
  const [search, setSearch] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const found = useMemo(() => matchChoices(choices, search), [choices, search]);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("button:enabled") ?? [])];
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = rows();
    const { activeElement } = document;
    const at = activeElement instanceof HTMLElement ? all.indexOf(activeElement) : -1;
    all[Math.max(0, at + step)]?.focus();
  };
  const chooseFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const first = found.find(({ isOff }) => !isOff);
    if (event.key !== "Enter" || !first) return;
    event.preventDefault();
    onChoose(first.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside
    <div className={styles.body} onKeyDown={move}>
      <SearchField
        text={search}
        label={texts.search}
        clearLabel={texts.clearSearch}
        className={styles.search}
        onText={setSearch}
        onKeyDown={chooseFirst}
      />
      <ul ref={list} className={styles.list} aria-label={label}>
        {found.map(({ id, label: name, detail, isOff }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={id === chosen}
              disabled={isOff}
              onClick={() => onChoose(id)}
            >
              <span className={styles.name}>{name}</span>
              {detail && <bdi className={styles.detail}>{detail}</bdi>}
              {id === chosen && <Check size={18} className={styles.check} />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={styles.nothing} role="status">
          {texts.nothingFound}
        </p>
      )}
    </div>
  );
}

export function PickerField({
  choices,
  chosen,
  shown,
  placeholder,
  texts,
  name,
  onChoose,
  ...frame
}: FieldFrameProps & {
  readonly choices: readonly PickerChoice[];
  readonly chosen: string | null;
  /** What the closed field shows of the choice; its label by default. */
  readonly shown?: ReactNode;
  readonly placeholder: string;
  readonly texts: PickerTexts;
  readonly name?: string;
  readonly onChoose: (id: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const choice = choices.find(({ id }) => id === chosen);
  return (
    <Field {...frame}>
      {(control) => (
        <>
          <button
            {...control}
            type="button"
            name={name}
            className={`${fieldStyles.well} ${styles.field}`}
            data-wrong={Boolean(frame.error)}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            <span className={choice ? styles.shown : styles.none}>
              {choice ? (shown ?? choice.label) : placeholder}
            </span>
            <ChevronDown size={16} className={styles.open} />
          </button>
          <Sheet
            isOpen={isOpen}
            title={frame.label}
            closeLabel={texts.close}
            height="tall"
            place="centre"
            onClose={close}
          >
            <ChoiceList
              choices={choices}
              chosen={chosen}
              label={frame.label}
              texts={texts}
              onChoose={(id) => {
                onChoose(id);
                close();
              }}
            />
          </Sheet>
        </>
      )}
    </Field>
  );
}
