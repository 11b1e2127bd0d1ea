/** The desk as on the dashboard, for boards that the test sets: alone, or as the whole counter. */
import { useState } from "react";
import { api } from "../../convex/_generated/api";
import {
  counterOf,
  type Counter,
} from "../../src/features/desk/counter-view.ts";
import { boardWith } from "../../src/features/desk/outbox/board-after.ts";
import type { Board, DeskWindow } from "../../src/features/desk/types.ts";
import {
  useDesk,
  type Desk,
  type Surroundings,
} from "../../src/features/desk/use-desk.ts";
import {
  useKept,
  useOutbox,
  type DeskOutbox,
} from "../../src/features/desk/outbox/use-outbox.ts";
import { useLastWordsHere } from "../../src/ui/last-words.ts";
import { ALL_QUEUES } from "../../src/features/queues/selection.ts";
import { useFreshness } from "../../src/lib/server/connection.ts";
import { serverNow } from "../../src/lib/server/server-clock.ts";
import { Counter as WholeCounter } from "../../src/routes/dashboard/counter.tsx";
import { Tools } from "../../src/routes/dashboard/tools.tsx";
import type { WorkplaceProps } from "../../src/routes/dashboard/types.ts";
// Loaded already, so that opening a window takes no time that React cannot see.
import "../../src/features/desk/desk-window.tsx";
import { drawWithToasts, type FakeBackend } from "./fake-backend.tsx";
import { owner } from "./fake-session.tsx";
import { line, queue, SHOP } from "./samples.ts";

/** @param at several boards are all queues together; undefined: they load */
export function useDeskAt(
  at: Board | readonly Board[] | undefined,
  more: Partial<Omit<Surroundings, "outbox">> = {},
): { desk: Desk; counter: Counter | undefined; outbox: DeskOutbox } {
  const outbox = useOutbox("owner");
  const kept = useKept(outbox);
  const isAll = Array.isArray(at);
  const boards = at && [at].flat().map((board) => boardWith(board, kept));
  const counter = boards && counterOf(boards, isAll, SHOP, serverNow());
  const desk = useDesk(counter, {
    outbox,
    onNoQueue: () => undefined,
    open: () => undefined,
    booking: () => undefined,
    text: null,
    hasOtherQueues: true,
    ...more,
  });
  return { desk, counter, outbox };
}

type More = Partial<WorkplaceProps> & { boards: readonly Board[] };

/** The whole counter, where the test picks its queue. */
export function CounterAt({ boards, ...more }: More) {
  const outbox = useOutbox("owner");
  const freshness = useFreshness();
  const [opened, openWindow] = useState<DeskWindow | null>(null);
  useLastWordsHere(more.selection ?? null);
  const [onlyMine, setOnlyMine] = useState(false);
  const business = owner()?.business;
  if (!business) return null;
  const queues = boards.map(({ queueId, name, letter, waitingCount }) =>
    queue(name, { queueId, letter, waitingCount }),
  );
  const [first] = queues;
  const nothing = () => undefined;
  const props: WorkplaceProps = {
    ...{ business, queues, outbox, freshness, openWindow },
    ...{ onlyMine, setOnlyMine },
    queuesFailed: false,
    selection: first?.queueId ?? null,
    queue: more.selection === ALL_QUEUES ? null : (first ?? null),
    upgrade: null,
    ...{ onSelect: nothing, onManageQueues: nothing, openAppointment: nothing },
    newcomers: { addWalkIn: nothing, showCode: nothing },
    onText: null,
    ...{ onSignOutEverywhere: nothing, onNoQueue: nothing },
    ...more,
  };
  return (
    <main id="main" tabIndex={-1}>
      <WholeCounter {...props} />
      <Tools {...props} opened={opened} />
    </main>
  );
}

/** Sets what the server answers about a queue. */
export function setBoard(backend: FakeBackend, board: Board): void {
  const { queueId, waiting, chairs } = board;
  backend.set(api.desk.actions.board, { queueId }, board);
  const numbers = waiting.map(({ number }) => number);
  backend.set(api.line.tickets.line, { queueId }, line(numbers, { chairs }));
}

/** Draws the whole counter: one queue, or with several boards all of them. */
export async function showCounter(
  backend: FakeBackend,
  boards: Board | readonly Board[],
  more: Partial<WorkplaceProps> = {},
) {
  const all = [boards].flat();
  all.forEach((board) => setBoard(backend, board));
  const selection = Array.isArray(boards) ? { selection: ALL_QUEUES } : {};
  return await drawWithToasts(
    backend,
    <CounterAt boards={all} {...selection} {...more} />,
  );
}
