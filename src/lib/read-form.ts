/** A submitted form as plain texts. */

/** The text of one field; "" when it is missing or a file. */
export function fieldOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

/** Focuses the first field that this submit marked as wrong. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  // After React has marked the fields.
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  });
}
