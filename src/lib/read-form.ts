/** A submitted form: the text of a field, and what is wrong with its fields. */
import { useState } from "react";

export function fieldOf(form: HTMLFormElement, name: string): string {
  return textIn(new FormData(form), name);
}

export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Focuses the first field that this submit marked as wrong. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  // After React has marked the fields.
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  });
}

/** The errors of a form's fields. `refuse` shows them, focuses the first, and tells whether there is one. */
export function useErrors<Errors extends object>() {
  const [errors, setErrors] = useState<Partial<Errors>>({});
  const refuse = (form: HTMLFormElement, found: Partial<Errors>): boolean => {
    setErrors(found);
    const isWrong = Object.keys(found).length > 0;
    if (isWrong) focusFirstInvalid(form);
    return isWrong;
  };
  return { errors, setErrors, refuse };
}
