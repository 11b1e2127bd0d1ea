/** What a user does with a page and reads on it, besides the clicks of fake-backend.tsx. */
import { act } from "./act.ts";
import { find } from "./fake-backend.tsx";

/** Types into a field, or chooses in a list, as React sees it. */
export async function fill(where: string | Element, value: string) {
  const into = typeof where === "string" ? find(where) : where;
  const kinds = into.matches("select") ? ["input", "change"] : ["input"];
  await act(async () => {
    // With the browser's setter: React's own would hide the change.
    Reflect.set(Object.getPrototypeOf(into) as object, "value", value, into);
    for (const kind of kinds)
      into.dispatchEvent(new Event(kind, { bubbles: true }));
  });
}

/** The field with this name. */
export const field = (name: string) =>
  find(`[name="${name}"]`) as HTMLInputElement;

/** Types into the field with this name. */
export const write = async (name: string, value: string) =>
  await fill(field(name), value);

/** Presses a key where the focus is. */
export async function strike(key: string, more: KeyboardEventInit = {}) {
  const how = { key, bubbles: true, cancelable: true, ...more };
  const event = new KeyboardEvent("keydown", how);
  await act(async () => document.activeElement?.dispatchEvent(event));
}

/** The text of each element with this selector. */
export const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((one) => one.textContent);

/** What a field holds, by its name. */
export const valueOf = (name: string): string | undefined =>
  document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;

/** Lets what was asked for on demand arrive and be drawn. */
export const loaded = async () =>
  await act(async () => new Promise((done) => setTimeout(done)));
