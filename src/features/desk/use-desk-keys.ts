/** The desk by keyboard: a press of a letter, unless something else has a claim to it. Can be switched off (desk-window.tsx). */
import { useEffectEvent, useLayoutEffect } from "react";
import { readStored, storageKeys } from "../../lib/storage";

/** What each key does. */
export type KeyActions = Record<"n" | "s" | "d" | "u" | "/" | "?", () => void>;

/** Whether this device uses them. */
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

/** Listens while mounted, from the first sight on. The list of keys can always be had: it is where they are switched on. */
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
