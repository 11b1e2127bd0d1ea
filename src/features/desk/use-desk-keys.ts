/** The desk's keyboard shortcuts: single letters, unless another element takes the key. */
import { useEffectEvent, useLayoutEffect, type RefObject } from "react";
import { readStored, storageKeys } from "../../lib/storage";
import { counterInSight } from "../../ui/last-words";

export type KeyActions = Record<
  "n" | "s" | "h" | "d" | "u" | "/" | "?",
  (event: KeyboardEvent) => void
>;

export function keysAreOn(): boolean {
  return readStored(storageKeys.deskKeys) !== "off";
}

/** Whether a key press belongs to something else: a window, also where nothing in it has the focus, a field, a browser shortcut. */
export function isTaken(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat } = event;
  // ui/windows/window.tsx
  const isCovered = document.documentElement.hasAttribute("data-covered");
  if (isCovered || ctrlKey || metaKey || altKey || repeat) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return (
    target.closest(
      "input, select, textarea, [contenteditable], [role='menu']",
    ) !== null
  );
}

/** What the key writes; its Latin letter in layouts of other scripts, such as Cyrillic. */
function keyOf({ key, code }: KeyboardEvent): string {
  const isForeign = /^(?!\p{Script=Latin})\p{L}$/u.test(key);
  const [, letter = key] = isForeign ? (/^Key(.)$/.exec(code) ?? []) : [];
  return letter.toLowerCase();
}

/** Enter, held down, presses a button again and again: Skip would empty the line. */
function isHeldOnButton({ key, repeat, target }: KeyboardEvent): boolean {
  return key === "Enter" && repeat && target instanceof HTMLButtonElement;
}

/** With the counter out of sight the first press only brings it back. */
export function useDeskKeys(
  actions: KeyActions,
  counter: RefObject<HTMLElement | null>,
): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (isHeldOnButton(event)) event.preventDefault();
    const key = keyOf(event);
    if (isTaken(event) || !Object.hasOwn(actions, key)) return;
    if (key !== "?" && !keysAreOn()) return;
    event.preventDefault();
    if (!counterInSight()) {
      counter.current?.scrollIntoView({ block: "start" });
      return;
    }
    actions[key as keyof KeyActions](event);
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => act(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
