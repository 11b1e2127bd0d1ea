/** 'Today': the queue's actions, newest first, with Undo where still possible (product.md D16). */
import { useQuery } from "convex/react";
import { Undo2 } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import type { FunctionReturnType } from "convex/server";
import {
  businessDay,
  type ShopHours,
} from "../../../convex/business/rules/opening";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { timeOf } from "../../lib/time/format";
import { dashboard, doneText } from "../../strings/dashboard";
import { desk as windows } from "../../strings/desk";
import { useNow } from "../../lib/time/use-now";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/windows/dialog";
import { passFocus } from "../../ui/pass-focus";
import { Bone, Skeleton } from "../../ui/skeleton";
import type { Board } from "./types";
import type { Desk } from "./use-desk";

const { today: strings, move } = windows;

type Action = FunctionReturnType<typeof api.desk.actions.history>[number];

/** The server's limit. */
const MOST = 50;

export function HistoryWindow({
  board,
  desk,
  shop,
  onClose,
}: {
  board: Board;
  desk: Desk;
  shop: ShopHours;
  onClose: () => void;
}) {
  const now = useNow("minute");
  const newest = useQuery(api.desk.actions.history, { queueId: board.queueId });
  const today = businessDay(shop, now);
  // The server returns the last day that has any.
  const actions = newest?.filter(({ at }) => businessDay(shop, at) === today);
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.title}
      description={<bdi>{board.name}</bdi>}
    >
      <div className="overflow-y-auto px-4 pb-5 md:px-6 md:pb-6">
        {actions === undefined && (
          <Skeleton label={strings.loading} className="grid gap-3">
            <Bone className="h-14" />
            <Bone className="h-14" />
            <Bone className="h-14" />
          </Skeleton>
        )}
        {actions?.length === 0 && <p className="text-ink-2">{strings.none}</p>}
        <ul className="divide-y divide-line">
          {actions?.map((action) => (
            <Row
              key={action.eventId}
              action={action}
              letter={board.letter}
              timeZone={shop.timezone}
              undo={() => desk.undo(action.eventId, action.number)}
              notHere={(person) => desk.move("notHere", person)}
            />
          ))}
        </ul>
        {actions?.length === MOST && (
          <p className="pt-3 text-sm text-ink-2">{strings.newest(MOST)}</p>
        )}
      </div>
    </Dialog>
  );
}

function Row({
  action,
  letter,
  timeZone,
  undo,
  notHere,
}: {
  action: Action;
  letter: Board["letter"];
  timeZone: string;
  undo: () => void;
  notHere: (person: Action["assumed"][number]) => void;
}) {
  const { code, number, name, reason, at, byMe, canUndo, undoneAt } = action;
  const said = doneText(code, letter, number);
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
          {name !== null && (
            <>
              <bdi>{name}</bdi>
              {" · "}
            </>
          )}
          {reason !== undefined && `${move.reasons[reason]} · `}
          {byMe ? strings.me : strings.others}
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
          {dashboard.desk.oneDidNotCome(ticketName(letter, person.number))}
        </Button>
      ))}
    </li>
  );
}
