/** A submitted form as plain texts. */

/** The text of one field; "" when it is missing or a file. */
export function fieldOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}
