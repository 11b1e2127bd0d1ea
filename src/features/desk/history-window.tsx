/** 'Today': the actions of the shown queues, newest first, with Undo where still possible (product.md D16). */
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { FunctionReturnType } from "convex/server";
import type { ChairWord } from "../../../convex/business/rules/profile";
import { businessDay } from "../../../convex/business/rules/opening";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { useEach } from "../../lib/server/use-each";
import { timeOf } from "../../lib/time/format";
import { dashboard } from "../../strings/dashboard";
import { doneText } from "../../strings/done";
import { desk as windows } from "../../strings/desk";
import { isolated } from "../../strings/language/intl";
import { useNow } from "../../lib/time/use-now";
import { Button } from "../../ui/button";
import { FormError } from "../../ui/fields/form-error";
import { Confirm } from "../../ui/windows/confirm";
import { Dialog } from "../../ui/windows/dialog";
import { passFocus } from "../../ui/pass-focus";
import { Bones, Skeleton } from "../../ui/skeleton";
import type { Counter } from "./counter-view";
import type { Board, WindowProps } from "./types";
import { useRefusal } from "./use-refusal";

const { today: strings } = windows;

type Answer = FunctionReturnType<typeof api.desk.actions.history>;
type Action = Answer[number] &
  Pick<Board, "queueId" | "letter"> & { word: ChairWord | undefined };

/** The server's limit. */
const MAX_ACTIONS = 50;

/** undefined while they load. @throws what the server answered */
function useActions({ boards, chairs }: Counter): Action[] | undefined {
  const word = chairs?.word;
  const queueIds = boards.map(({ queueId }) => queueId);
  const answers = useEach(api.desk.actions.history, "queueId", queueIds);
  const all: Action[] = [];
  for (const { queueId, letter } of boards) {
    const answer = answers[queueId];
    if (answer instanceof Error) throw answer;
    if (answer === undefined) return undefined;
    all.push(...answer.map((action) => ({ ...action, queueId, letter, word })));
  }
  return all.toSorted((a, b) => b.at - a.at).slice(0, MAX_ACTIONS);
}

export function HistoryWindow(props: WindowProps) {
  const { counter, desk, shop, onClose } = props;
  const { boards } = counter;
  const now = useNow("minute");
  const newest = useActions(counter);
  /** Another person's action, which needs a second press. */
  const [asked, setAsked] = useState<Action | null>(null);
  const [refusal, refuse] = useRefusal();
  const today = businessDay(shop, now);
  // The server returns the last day that has any.
  const actions = newest?.filter(({ at }) => businessDay(shop, at) === today);
  return (
    <Dialog
      onClose={onClose}
      title={strings.title}
      description={
        boards.length === 1 ? <bdi>{boards[0]?.name}</bdi> : undefined
      }
    >
      <div className="overflow-y-auto px-4 pb-5 md:px-6 md:pb-6">
        <FormError message={refusal} />
        {actions === undefined && (
          <Skeleton label={strings.loading} className="grid gap-3">
            <Bones count={3} className="h-14" />
          </Skeleton>
        )}
        {actions?.length === 0 && <p className="text-ink-2">{strings.none}</p>}
        <ul className="divide-y divide-line">
          {actions?.map((action) => (
            <Row
              key={action.eventId}
              action={action}
              queue={boards.length === 1 ? null : nameOfQueue(boards, action)}
              timeZone={shop.timezone}
              undo={() => {
                if (action.byMe) void desk.undoNow(action).then(refuse);
                else setAsked(action);
              }}
              notHere={({ ticketId, number }) => {
                const { queueId, letter } = action;
                const who = { ticketId, number, queueId, letter, name: null };
                void desk.notHere(who).then(refuse);
              }}
            />
          ))}
        </ul>
        {actions?.length === MAX_ACTIONS && (
          <p className="pt-3 text-sm text-ink-2">
            {strings.newest(MAX_ACTIONS)}
          </p>
        )}
        {asked !== null && (
          <Confirm
            open
            title={strings.askUndo.title}
            question={strings.askUndo.question(saidOf(asked), asked.by)}
            verb={dashboard.desk.undo}
            stay={strings.askUndo.stay}
            tone="quiet"
            onConfirm={() => desk.undoNow(asked)}
            onCancel={() => setAsked(null)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Of the queue, for what is about nobody and nothing with a name: 'Paused'. */
function nameOfQueue(boards: readonly Board[], action: Action): string | null {
  const { number, name, queueId } = action;
  if (number !== null || name !== null) return null;
  return boards.find((board) => board.queueId === queueId)?.name ?? null;
}

const saidOf = (action: Action) => {
  const { code, letter, number, name, wasBooked, word, movedTo } = action;
  return doneText(code, letter, number, name, wasBooked, word, movedTo);
};

function Row(props: {
  action: Action;
  queue: string | null;
  timeZone: string;
  undo: () => void;
  notHere: (person: Action["assumed"][number]) => void;
}) {
  const { action, queue, timeZone, undo, notHere } = props;
  const { reason, at, by, byMe, canUndo, undoneAt } = action;
  const said = saidOf(action);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="self-start pt-0.5 text-sm text-ink-2 tab">
        <time dateTime={new Date(at).toISOString()}>
          {timeOf(at, timeZone)}
        </time>
      </span>
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className={undoneAt === null ? "font-semibold" : "line-through"}>
          {said}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {queue !== null && `${isolated(queue)} · `}
          {reason !== undefined && `${strings.reasons[reason]} · `}
          {byMe ? strings.me : (by ?? strings.others)}
          {undoneAt !== null &&
            ` · ${strings.undone(timeOf(undoneAt, timeZone))}`}
        </p>
      </div>
      {canUndo && (
        <Button
          ref={passFocus}
          icon={Undo2}
          className="ml-auto"
          aria-label={strings.undo(said)}
          onClick={undo}
        >
          {dashboard.desk.undo}
        </Button>
      )}
      {action.assumed.map((person) => (
        <Button
          key={person.ticketId}
          ref={passFocus}
          className="ml-auto"
          onClick={() => notHere(person)}
        >
          {strings.oneDidNotCome(ticketName(action.letter, person.number))}
        </Button>
      ))}
    </li>
  );
}
