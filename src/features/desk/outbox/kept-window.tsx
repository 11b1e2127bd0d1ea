/** Actions taken without a connection, each with Undo, and afterwards those that did nothing (product.md D17). */
import { Undo2 } from "lucide-react";
import { useSyncExternalStore } from "react";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { timeOf } from "../../../lib/time/format";
import { dashboard } from "../../../strings/dashboard";
import { everyone } from "../../../strings/everyone";
import { refusalText } from "../../../strings/refusals/owner";
import { Button } from "../../../ui/button";
import { passFocus } from "../../../ui/pass-focus";
import { Dialog } from "../../../ui/windows/dialog";
import { actions, type Answer } from "./actions";
import type { Kept, Missed } from "./outbox";
import { useKept, type DeskOutbox } from "./use-outbox";

const { kept: strings, undo } = dashboard.desk;

function nameOf({ kind, letter = null, number }: Kept): string {
  // A newer version may have stored a kind that this one does not know.
  const name = Object.hasOwn(actions, kind) ? actions[kind].name : kind;
  return strings.action(
    number === null ? null : ticketName(letter, number),
    name,
  );
}

function missedText({ kept, outcome }: Missed<Answer>): string {
  const name = nameOf(kept);
  if (!("answer" in outcome) || outcome.answer.ok) return strings.failed(name);
  return `${strings.missed(name)} ${refusalText(outcome.answer)}`;
}

export function KeptWindow(props: {
  outbox: DeskOutbox;
  timeZone: string;
  onClose: () => void;
}) {
  const { outbox, timeZone, onClose } = props;
  const kept = useKept(outbox);
  const missed = useSyncExternalStore(outbox.subscribe, outbox.missed);
  const nothing =
    missed.length > 0 ? strings.someMissed(missed.length) : strings.none;
  const close = () => {
    outbox.forgetMissed();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={kept.length > 0 ? strings.saved(kept.length) : nothing}
      description={kept.length > 0 ? strings.meaning : undefined}
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
                  {timeOf(one.at, timeZone)}
                </span>
              </p>
              <Button
                ref={passFocus}
                variant="link"
                icon={Undo2}
                aria-label={strings.undoOne(nameOf(one))}
                onClick={() => outbox.drop(one.key)}
              >
                {undo}
              </Button>
            </li>
          ))}
        </ul>
        <Button size="field" className="mt-4 w-full" onClick={close}>
          {everyone.close}
        </Button>
      </div>
    </Dialog>
  );
}
