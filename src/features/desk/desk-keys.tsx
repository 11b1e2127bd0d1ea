/** The desk by keyboard: N, S, D, U, and ? for the list. Can be switched off. */
import { useEffect, useState } from "react";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { dashboard } from "../../texts/dashboard";
import { Dialog } from "../../ui/dialog";

const { desk: texts } = dashboard;
const { keys } = texts;

/** What each key does. */
export type KeyActions = Record<"n" | "s" | "d" | "u", () => void>;

const list = [
  ["N", texts.callNext],
  ["S", texts.skip],
  ["D", keys.done],
  ["U", texts.undo],
  ["?", keys.list],
] as const;

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

/** Listens while mounted; draws the list when asked. */
export function DeskKeys({ actions }: { actions: KeyActions }) {
  const [listed, setListed] = useState(false);
  const [on, setOn] = useState(
    () => readStored(storageKeys.deskKeys) !== "off",
  );

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const key = event.key.toLowerCase();
      if (key === "?") setListed(true);
      else if (on && key in actions) actions[key as keyof KeyActions]();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [actions, on]);

  return (
    <Dialog
      open={listed}
      onClose={() => setListed(false)}
      title={keys.title}
      width="confirm"
    >
      <div className="px-4 pb-5 md:px-6 md:pb-6">
        <dl className="grid gap-2">
          {list.map(([key, action]) => (
            <div key={key} className="flex items-center gap-4">
              <dt>
                <kbd className="grid size-9 place-items-center rounded-sm border border-line-strong font-sans font-bold">
                  {key}
                </kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-5 flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-brand"
            checked={on}
            onChange={(event) => {
              setOn(event.target.checked);
              writeStored(
                storageKeys.deskKeys,
                event.target.checked ? null : "off",
              );
            }}
          />
          {keys.use}
        </label>
      </div>
    </Dialog>
  );
}
