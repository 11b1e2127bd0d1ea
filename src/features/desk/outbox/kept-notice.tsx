/** Actions taken without a connection: how many are saved, and afterwards which no longer applied (product.md D17). */
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { CloudOff, TriangleAlert, Undo2 } from "lucide-react";
import { useSyncExternalStore } from "react";
import { cn } from "../../../lib/cn";
import { dashboard } from "../../../strings/dashboard";
import { refusalText } from "../../../strings/refusals/owner";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { passFocus } from "../../../ui/pass-focus";
import { actions, type Answer } from "./actions";
import type { Kept, Missed } from "./outbox";
import { useKept, type DeskOutbox } from "./use-outbox";

const { kept: strings } = dashboard.desk;

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

/** Empty while every action is sent at once. @param live whether there is a connection */
export function KeptNotice({
  outbox,
  live,
  docked = false,
}: {
  outbox: DeskOutbox;
  live: boolean;
  docked?: boolean;
}) {
  const kept = useKept(outbox);
  const missed = useSyncExternalStore(outbox.subscribe, outbox.missed);
  const waiting = live ? kept.filter(({ waited }) => waited) : kept;
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.unsent);
  const isShown = waiting.length > 0 || missed.length > 0;
  // Always rendered: screen readers announce only changes in an existing region.
  return (
    <div
      role="status"
      className={
        isShown
          ? cn("grid gap-3", docked && "border-b border-line p-3")
          : "sr-only"
      }
    >
      {waiting.length > 0 && (
        <Banner tone="warn" icon={CloudOff} spoken={false}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p>{strings.saved(waiting.length)}</p>
            {unsent !== null && (
              <Button ref={passFocus} icon={Undo2} onClick={outbox.dropUnsent}>
                {strings.undoOne(nameOf(unsent))}
              </Button>
            )}
          </div>
        </Banner>
      )}
      {missed.length > 0 && (
        <Banner tone="warn" icon={TriangleAlert} spoken={false}>
          <ul className="grid gap-1">
            {missed.map((one) => (
              <li key={one.kept.key}>{missedText(one)}</li>
            ))}
          </ul>
          <Button
            ref={passFocus}
            className="mt-2"
            onClick={outbox.forgetMissed}
          >
            {strings.read}
          </Button>
        </Banner>
      )}
    </div>
  );
}
