/** Actions taken without a connection, each with Undo, and afterwards those that did nothing (product.md D17). */
import { Undo2 } from "lucide-react";
import { useSyncExternalStore } from "react";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { timeOf } from "../../../lib/time/format";
import { dashboard } from "../../../strings/dashboard";
import { desk as windows } from "../../../strings/desk";
import { parts } from "../../../strings/parts";
import { refusalText } from "../../../strings/refusals/owner";
import { Button } from "../../../ui/button";
import { passFocus } from "../../../ui/pass-focus";
import { Dialog } from "../../../ui/windows/dialog";
import { actions, type Answer } from "./actions";
import type { Kept, Missed } from "./outbox";
import type { WindowProps } from "../types";
import { useKept } from "./use-outbox";

const { kept: strings, undo } = dashboard.desk;
const { kept: words } = windows;

function nameOf({ kind, letter = null, number }: Kept): string {
  // A newer version may have stored a kind that this one does not know.
  const name = Object.hasOwn(actions, kind) ? actions[kind].name : kind;
  return words.action(
    number === null ? null : ticketName(letter, number),
    name,
  );
}

function missedText({ kept, outcome }: Missed<Answer>): string {
  const name = nameOf(kept);
  if (!("answer" in outcome) || outcome.answer.ok) return words.failed(name);
  return `${words.missed(name)} ${refusalText(outcome.answer)}`;
}

export function KeptWindow({ outbox, shop, onClose }: WindowProps) {
  const kept = useKept(outbox);
  const missed = useSyncExternalStore(outbox.subscribe, outbox.missed);
  const nothing =
    missed.length > 0 ? strings.someMissed(missed.length) : words.none;
  const close = () => {
    outbox.forgetMissed();
    onClose();
  };
  return (
    <Dialog
      onClose={close}
      title={kept.length > 0 ? strings.saved(kept.length) : nothing}
      description={kept.length > 0 ? words.meaning : undefined}
      width="confirm"
    >
      <div className="min-h-0 overflow-y-auto px-4 pb-5 md:px-6">
        <ul className="divide-y divide-line">
          {missed.map((one) => (
            <li key={one.kept.key} className="py-3 text-warn-text">
              {missedText(one)}
            </li>
          ))}
          {kept.map((one) => (
            <li
              key={one.key}
              className="flex min-h-14 items-center justify-between gap-3 py-1"
            >
              <p>
                <span className="font-semibold">{nameOf(one)}</span>
                <span className="block text-sm text-ink-2 tab">
                  {timeOf(one.at, shop.timezone)}
                </span>
              </p>
              <Button
                ref={passFocus}
                variant="link"
                icon={Undo2}
                aria-label={words.undoOne(nameOf(one))}
                onClick={() => outbox.drop(one.key)}
              >
                {undo}
              </Button>
            </li>
          ))}
        </ul>
        <Button size="field" className="mt-4 w-full" onClick={close}>
          {parts.close}
        </Button>
      </div>
    </Dialog>
  );
}
