/** A submitted form: the text of a field, and what is wrong with its fields. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

export function fieldOf(form: HTMLFormElement, name: string): string {
  return textIn(new FormData(form), name);
}

export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Marks the wrong fields of a form, and focuses the first of them, if any. */
export function markWrong(form: HTMLFormElement, mark: () => void) {
  // At once: the next frame may come before React's.
  flushSync(mark);
  return focusFirstWrong(form);
}

/** Focuses the first field that is marked as wrong; null for none. */
export function focusFirstWrong(form: HTMLFormElement) {
  const first = form.querySelector<HTMLElement>("[aria-invalid='true']");
  first?.focus();
  return first;
}

/**
 * Calls back when a field within the element is changed. At the document, after React: on the element itself it would come
 * first, and an update from there would put back the old text of a controlled field. @returns what ends it
 */
export function onTyped(
  within: Element,
  heard: (field: string) => void,
): () => void {
  const listen = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    if (within.contains(field)) heard(field.name);
  };
  document.addEventListener("input", listen);
  return () => document.removeEventListener("input", listen);
}

/**
 * The errors of a form's fields, by the fields' names. `refuse` shows them, focuses the first, and tells whether there is
 * one. Each goes when its field is changed.
 */
export function useErrors<Field extends string>() {
  const [errors, setErrors] = useState<{ [F in Field]?: string }>({});
  const refused = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (refused.current !== null) focusFirstWrong(refused.current);
    refused.current = null;
  }, [errors]);
  const stop = useRef(() => undefined as void);
  useEffect(() => () => stop.current(), []);
  const refuse = (
    form: HTMLFormElement,
    found: { [F in Field]?: string | false },
  ): boolean => {
    const wrong = Object.entries(found).filter(([, text]) => text !== false);
    refused.current = form;
    stop.current();
    stop.current = onTyped(form, (name) =>
      setErrors((shown) => ({ ...shown, [name]: undefined })),
    );
    setErrors(Object.fromEntries(wrong) as typeof errors);
    return wrong.length > 0;
  };
  return { errors, setErrors, refuse };
}
