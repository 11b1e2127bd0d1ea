/** The live state of the shown queues, and the actions on it. */
import { useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { WaitFacts } from "../../../convex/queue/rules/waitEstimate";
import {
  counterOf,
  type Chairs,
  type Counter,
} from "../../features/desk/counter-view";
import { boardWith } from "../../features/desk/outbox/board-after";
import { useKept } from "../../features/desk/outbox/use-outbox";
import type { Board, Person } from "../../features/desk/types";
import { useDesk, type Desk } from "../../features/desk/use-desk";
import { ALL_QUEUES, isSelectable } from "../../features/queues/selection";
import { useNow } from "../../lib/time/use-now";
import { waitFactsOf } from "../../lib/time/wait-facts";
import type { WorkplaceProps } from "./types";

type Line = FunctionReturnType<typeof api.line.tickets.line>;
type Answers = Record<string, Board | Line | Chairs | Error | undefined>;

const boardKey = (queueId: string) => `board ${queueId}`;
const lineKey = (queueId: string) => `line ${queueId}`;
const CHAIRS = "chairs";

/** The picked queue, or all that can be worked with, oldest first: the server calls in that order (product.md D1). */
function shownQueues({ queues, queue, selection }: WorkplaceProps): string[] {
  if (queue !== null) return [queue.queueId];
  if (selection !== ALL_QUEUES) return [];
  return (queues ?? []).filter(isSelectable).map(({ queueId }) => queueId);
}

/** The same array while the same queues are shown. */
function useShownQueues(props: WorkplaceProps): readonly string[] {
  const all = shownQueues(props).join();
  return useMemo(() => (all === "" ? [] : all.split(",")), [all]);
}

function useAnswers(shown: readonly string[]): Answers {
  const asked = useMemo(() => {
    const queries: Parameters<typeof useQueries>[0] = {
      [CHAIRS]: { query: api.desk.chairs.list, args: {} },
    };
    for (const queueId of shown) {
      const args = { queueId };
      queries[boardKey(queueId)] = { query: api.desk.actions.board, args };
      queries[lineKey(queueId)] = { query: api.line.tickets.line, args };
    }
    return queries;
  }, [shown]);
  return useQueries(asked) as Answers;
}

/** One object per line, because the estimator caches its work per facts object. */
const knownFacts = new WeakMap<NonNullable<Line>, WaitFacts>();

function factsOf(line: Line | Error | undefined): WaitFacts | null {
  if (!line || line instanceof Error) return null;
  const facts = knownFacts.get(line) ?? waitFactsOf(line);
  knownFacts.set(line, facts);
  return facts;
}

/** `counter` is undefined while it loads. @throws what the server answered about the picked queue */
export function useCounter(props: WorkplaceProps): {
  counter: Counter | undefined;
  desk: Desk;
  waits: ReadonlyMap<string, WaitFacts | null>;
} {
  const { business, queues, outbox, onNoQueue, onText } = props;
  const { openWindow, openAppointment } = props;
  const isAll = props.queue === null;
  const shown = useShownQueues(props);
  const answers = useAnswers(shown);
  const kept = useKept(outbox);
  const now = useNow("minute");
  const found = shown.map((queueId) => answers[boardKey(queueId)]);
  const failed = found.find((board) => board instanceof Error);
  // With all together, one that was just deleted is left out.
  if (failed !== undefined && !isAll) throw failed;
  const isLoading = queues === undefined || found.includes(undefined);
  const counter = useMemo(() => {
    if (isLoading) return undefined;
    const boards = shown.flatMap((queueId) => {
      const board = answers[boardKey(queueId)];
      return board === undefined || board instanceof Error
        ? []
        : [boardWith(board as Board, kept)];
    });
    const chairs = answers[CHAIRS];
    // The counter works without them.
    const known =
      chairs instanceof Error ? null : (chairs as Chairs | undefined);
    return counterOf(boards, isAll, business, now, known ?? null);
  }, [isLoading, shown, answers, kept, isAll, business, now]);
  const waits = useMemo(
    () =>
      new Map(
        shown.map((queueId) => {
          const line = answers[lineKey(queueId)] as Line | Error | undefined;
          return [queueId, factsOf(line)];
        }),
      ),
    [shown, answers],
  );
  const desk = useDesk(counter, {
    outbox,
    onNoQueue,
    open: openWindow,
    booking: (is, person) => {
      const name = queues?.find((one) => one.queueId === person.queueId)?.name;
      openAppointment({ is, appointment: appointmentOf(person, name ?? "") });
    },
    text: onText,
    hasOtherQueues: (queues?.length ?? 0) > 1,
  });
  return { counter, desk, waits };
}

function appointmentOf(person: Person, queueName: string) {
  const { ticketId, queueId, letter, number, name, scheduledTime } = person;
  const who = { ticketId, queueId, letter, number, name, queueName };
  return { ...who, email: null, phone: null, startsAt: scheduledTime ?? 0 };
}
