// The gallery's forms: fields with their states, the picker, the code, the checkbox, the question.

import { useState } from "react";
import { Button } from "../button.tsx";
import { ConfirmDialog } from "../dialog.tsx";
import { Checkbox } from "../forms/checkbox.tsx";
import { CodeField } from "../forms/code-field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { PickerField } from "../forms/picker-field.tsx";
import { TextField } from "../forms/text-field.tsx";
import { useCountdown } from "../forms/use-countdown.ts";
import styles from "./gallery.module.css";
import { Sample, State } from "./sample.tsx";

const CHOICES = [
  { id: "344", label: "Hong Kong", detail: "+852" },
  { id: "276", label: "Germany", detail: "+49" },
  { id: "192", label: "Cuba", detail: "Not offered", isOff: true },
];
const PICKER_TEXTS = {
  search: "Search countries",
  clearSearch: "Clear search",
  close: "Close",
  nothingFound: "No country matches",
};

function TextSamples() {
  const [text, setText] = useState("");
  const [password, setPassword] = useState("river-Lamp7");
  return (
    <Sample
      name="TextField, PasswordField"
      use="What is wrong stands beside the field it is about."
    >
      <State name="rest">
        <TextField label="E-mail" value={text} onValue={setText} />
      </State>
      <State name="wrong">
        <TextField label="E-mail" value="member@" error="Not an address." onValue={setText} />
      </State>
      <State name="off">
        <TextField label="E-mail" value="member@example.test" disabled onValue={setText} />
      </State>
      <State name="meter">
        <PasswordField
          label="Password"
          value={password}
          showLabel="Show"
          hideLabel="Hide"
          strengthLabels={["Weak", "Fair", "Strong", "Very strong"]}
          onValue={setPassword}
        />
      </State>
    </Sample>
  );
}

function ChoiceSamples() {
  const [area, setArea] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [isChecked, setIsChecked] = useState(true);
  const { secondsLeft, start } = useCountdown();
  return (
    <Sample name="PickerField, CodeField, Checkbox" use="One of many, a sent code, a statement.">
      <PickerField
        label="Country"
        choices={CHOICES}
        chosen={area}
        placeholder="Choose"
        texts={PICKER_TEXTS}
        onChoose={setArea}
      />
      <CodeField
        label="Code"
        digits={7}
        value={code}
        sendLabel={secondsLeft > 0 ? `Resend in ${secondsLeft} s` : "Send code"}
        canSend={secondsLeft === 0}
        onSend={() => start(60)}
        onValue={setCode}
      />
      <Checkbox isChecked={isChecked} onChange={setIsChecked}>
        I have read what it costs.
      </Checkbox>
    </Sample>
  );
}

export function FormSamples() {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <TextSamples />
      <ChoiceSamples />
      <Sample name="ConfirmDialog" use="Only for what must be confirmed; the act by its own name.">
        <Button onClick={() => setIsAsking(true)}>Ask</Button>
        <ConfirmDialog
          isOpen={isAsking}
          title="Delete this address?"
          kind="danger"
          confirmLabel="Delete"
          cancelLabel="Keep"
          onConfirm={close}
          onCancel={close}
        >
          <p className={styles.use}>It can be bound again at any time.</p>
        </ConfirmDialog>
      </Sample>
    </>
  );
}
