/** A form on the front page. `failure` is a sentence, `badEmail` whether it is about the address. */
import { useState, type FormEvent } from "react";
import { forms as strings, refusalText } from "../../strings/forms";
import { sendForm } from "./send-form";

export function usePostedForm(on: {
  done: (form: HTMLFormElement) => void;
  failed?: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [badEmail, setBadEmail] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    setBusy(true);
    setFailure(null);
    setBadEmail(false);
    const answer = await sendForm(form);
    setBusy(false);
    if (answer === "done") return on.done(form);
    if (answer === "notSent") return setFailure(strings.notSent);
    const { refusal } = answer;
    setBadEmail(refusal?.code === "invalidEmail");
    setFailure(refusal === null ? strings.failed : refusalText(refusal));
    on.failed?.();
  };
  return { busy, failure, badEmail, submit };
}
