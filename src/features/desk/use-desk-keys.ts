/** The desk's keyboard shortcuts: single letters, unless another element takes the key. */
import { useEffectEvent, useLayoutEffect } from "react";
import { readStored, storageKeys } from "../../lib/storage";

export type KeyActions = Record<"n" | "s" | "d" | "u" | "/" | "?", () => void>;

export function keysAreOn(): boolean {
  return readStored(storageKeys.deskKeys) !== "off";
}

/** Whether a key press belongs to something else: a field, a dialog, a browser shortcut. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) {
    return true;
  }
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return (
    target.closest(
      "input, select, textarea, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']",
    ) !== null
  );
}

export function useDeskKeys(actions: KeyActions): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (isTaken(event) || !Object.hasOwn(actions, key)) return;
    if (key !== "?" && !keysAreOn()) return;
    event.preventDefault();
    actions[key as keyof KeyActions]();
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => act(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
