/** The keys of the desk, and the switch for them. */
import { useState } from "react";
import { storageKeys, writeStored } from "../../lib/storage";
import { dashboard } from "../../strings/dashboard";
import { desk as windows } from "../../strings/desk";
import { Dialog } from "../../ui/windows/dialog";
import type { WindowProps } from "./types";
import { keysAreOn } from "./use-desk-keys";

const { callNext, skip } = dashboard.desk;
const { keys } = windows;

const list = [
  ["N", callNext],
  ["S", skip],
  ["H", keys.here],
  ["D", keys.done],
  ["U", keys.undo],
  ["/", keys.find],
  ["?", keys.list],
] as const;

export function ShortcutsWindow({ onClose }: WindowProps) {
  const [on, setOn] = useState(keysAreOn);
  return (
    <Dialog onClose={onClose} title={keys.title} width="confirm">
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
            onChange={({ target }) => {
              setOn(target.checked);
              writeStored(storageKeys.deskKeys, target.checked ? null : "off");
            }}
          />
          {keys.use}
        </label>
      </div>
    </Dialog>
  );
}
