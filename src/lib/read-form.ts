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
export function useErrors<Field extends string>() {
  const [errors, setErrors] = useState<{ [F in Field]?: string }>({});
  const refuse = (
    form: HTMLFormElement,
    found: { [F in Field]?: string | false },
  ): boolean => {
    const wrong = Object.entries(found).filter(([, text]) => text !== false);
    setErrors(Object.fromEntries(wrong) as typeof errors);
    if (wrong.length > 0) focusFirstInvalid(form);
    return wrong.length > 0;
  };
  return { errors, setErrors, refuse };
}
