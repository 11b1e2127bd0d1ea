/**
 * A form on the front page. `failure` is a sentence, `wrong` names the fields that it or the form itself refuses, until
 * they are changed.
 */
import { useCallback, useState, type FormEvent } from "react";
import { markWrong, onTyped } from "../read-form";
import { forms as strings, refusalText } from "../../strings/forms";
import { sendForm } from "./send-form";

export function usePostedForm(on: {
  done: (form: HTMLFormElement) => void;
  failed?: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);

  // Not in the HTML: without script the browser still checks the form.
  const ref = useCallback((form: HTMLFormElement | null) => {
    if (form === null) return undefined;
    form.noValidate = true;
    return onTyped(form, (field) => {
      setWrong((shown) => shown.filter((one) => one !== field));
      setFailure(null);
    });
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    setFailure(null);
    const refused = [...form.elements].flatMap((field) =>
      field instanceof HTMLInputElement && !field.validity.valid
        ? [field.name]
        : [],
    );
    markWrong(form, () => setWrong(refused));
    if (refused.length > 0) return;
    setBusy(true);
    const answer = await sendForm(form);
    setBusy(false);
    if (answer === "done") return on.done(form);
    if (answer === "notSent") return setFailure(strings.notSent);
    const { refusal } = answer;
    if (refusal?.code === "invalidEmail") setWrong(["email"]);
    setFailure(refusal === null ? strings.failed : refusalText(refusal));
    on.failed?.();
  };
  return { ref, busy, failure, wrong, submit };
}
