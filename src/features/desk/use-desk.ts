/** The actions of the desk: store, send, report, offer Undo. The board meanwhile is in board-after.ts. */
import { useConvex } from "convex/react";
import { useMemo, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import { UNDO_MS, type StaffReason } from "../../../convex/queue/rules/events";
import type { PersonEdit } from "../../../convex/queue/rules/person";
import { canUndoReset } from "../../../convex/line/rules/endBatch";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { newRequestKey } from "../../lib/server/request-key";
import { serverNow } from "../../lib/server/server-clock";
import { useSteady } from "../../lib/use-steady";
import {
  dashboard as strings,
  doneOrEndedText,
  doneText,
  didNotComeText,
} from "../../strings/dashboard";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { hideUndoable, pressUndoable } from "../../ui/toast";
import {
  actions,
  type ActionKind,
  type Answer,
  type MoreOf,
} from "./outbox/actions";
import { deskToasts } from "./desk-toasts";
import { OutboxFull } from "./outbox/outbox";
import type { Assumed, Board, DeskWindow, Person, UndoPlace } from "./types";
import type { DeskOutbox } from "./outbox/use-outbox";

export type PersonMove = Exclude<
  ActionKind,
  "callNext" | "skip" | "reorder" | "transfer" | "edit" | "undo"
>;

/** A second Call Next within this time is a double tap and is ignored. */
const DOUBLE_TAP_MS = 400;

type Who = Pick<Person, "ticketId" | "number">;

/** The desk's actions. Each reports its result; none throws. */
export type Desk = {
  callNext: () => void;
  skip: () => void;
  move: (kind: PersonMove, person: Who) => void;
  /** To another place in the line, 0-based. Resolves with the reason for a failure, or null. */
  reorder: (
    person: Who,
    to: number,
    reason: StaffReason,
  ) => Promise<string | null>;
  /** To another queue. Resolves with the reason for a failure, or null. */
  transfer: (person: Who, queueId: string) => Promise<string | null>;
  edit: (person: Who, edited: PersonEdit) => Promise<string | null>;
  /** @param number of the person, if the action is about one */
  undo: (eventId: string, number: number | null) => void;
  /** Undoes only what the screen offers to undo. */
  undoShown: () => void;
  /** Removes all tickets of suspicious joins at once, or keeps them and does not ask again. */
  removeCrowd: (crowdId: string) => void;
  keepCrowd: (crowdId: string) => void;
  reset: (queueId: string) => Promise<void>;
  open: (window: DeskWindow | null) => void;
  /** Opens a text to a person with a phone number. null where the plan sends none. */
  text: ((person: Person) => void) | null;
};

function failedText(kind: ActionKind): string {
  if (kind === "skip") return strings.desk.skipFailed;
  return strings.desk.updateFailed;
}

export type Surroundings = {
  outbox: DeskOutbox;
  onNoQueue: () => void;
  /** Where the layout offers Undo: in one place, never in two. */
  undoPlace: UndoPlace;
  open: Desk["open"];
  text: Desk["text"];
};

export function useDesk(
  board: Board | null | undefined,
  { outbox, onNoQueue, undoPlace, open, text }: Surroundings,
): Desk {
  const convex = useConvex();
  const letter = board?.letter ?? null;
  const calledAt = useRef(-Infinity);

  const act = async <Kind extends ActionKind>(
    kind: Kind,
    who: { ticketId: string | null; number: number | null },
    more: MoreOf<Kind>,
  ): Promise<string | null> => {
    if (!board) return null;
    // Another action came between, so the next Call Next is not a double tap.
    if (kind !== "callNext") calledAt.current = -Infinity;
    const { queueId } = board;
    try {
      const { ticketId, number } = who;
      const key = newRequestKey();
      const sent = { key, kind, queueId, ticketId, letter, number, more };
      const outcome = await outbox.add(sent);
      if (outcome === null) return null;
      if ("error" in outcome) throw outcome.error;
      if (!outcome.answer.ok) return refusalText(outcome.answer);
      sayDone(kind, outcome.answer);
      return null;
    } catch (error) {
      if (error instanceof OutboxFull) return strings.desk.kept.full;
      return `${failedText(kind)} ${errorText(error, strings.desk.tryAgain)}`;
    }
  };

  const sayDone = (kind: ActionKind, answer: Answer & { ok: true }) => {
    const { number = null, eventId, assumed = [] } = answer;
    const { code } = actions[kind];
    if (code === null) {
      const said =
        kind === "undo" ? strings.desk.undone : strings.desk.testRemoved;
      deskToasts.success(said);
    } else if (code === "recall") {
      deskToasts.success(doneText("recall", letter, number));
    } else if (undoPlace === "toast" && eventId !== undefined) {
      const said = doneOrEndedText(code, letter, number, assumed);
      offerUndo(said, eventId, number, assumed);
    }
  };

  const offerUndo = (
    said: string,
    eventId: string,
    number: number | null,
    assumed: readonly Assumed[] = [],
  ) =>
    deskToasts.undoable(
      said,
      UNDO_MS,
      () => undo(eventId, number),
      assumed.map((person) => ({
        label: didNotComeText(
          ticketName(letter, person.number),
          assumed.length,
        ),
        press: () => move("notHere", person),
      })),
    );

  const tell = (acted: Promise<string | null>) =>
    void acted.then((whyNot) => {
      if (whyNot !== null) deskToasts.error(whyNot);
    });

  const move: Desk["move"] = (kind, person) => tell(act(kind, person, {}));

  const undo: Desk["undo"] = (eventId, number) => {
    hideUndoable();
    tell(act("undo", { ticketId: null, number }, { eventId }));
  };

  const firstInLine = (): Person | null => {
    if (board === null) {
      deskToasts.error(strings.desk.pickQueueToCall);
      onNoQueue();
    }
    if (!board) return null;
    const [first] = board.waiting;
    if (first === undefined) {
      deskToasts.error(refusalText({ code: "nobodyWaiting" }));
      return null;
    }
    return first;
  };

  // Stable, because every row of a long line depends on it.
  const steady = useSteady<Omit<Desk, "text">>({
    open,
    callNext: () => {
      const first = firstInLine();
      if (first === null) return;
      if (Date.now() - calledAt.current < DOUBLE_TAP_MS) return;
      calledAt.current = Date.now();
      tell(act("callNext", first, {}));
    },
    skip: () => {
      const first = firstInLine();
      if (first !== null) tell(act("skip", first, {}));
    },
    move,
    reorder: async (person, to, reason) => {
      const waiting = board?.waiting ?? [];
      const from = waiting.findIndex(
        ({ ticketId }) => ticketId === person.ticketId,
      );
      return await act("reorder", person, { places: to - from, reason, to });
    },
    transfer: async (person, queueId) =>
      await act("transfer", person, { queueId }),
    edit: async (person, edited) => await act("edit", person, edited),
    undo,
    undoShown: () => {
      const offer = board?.undo;
      if (outbox.unsent() !== null) outbox.dropUnsent();
      else if (undoPlace === "toast") pressUndoable();
      else if (offer && offer.expiresAt > serverNow()) {
        undo(offer.eventId, offer.number);
      }
    },
    removeCrowd: (crowdId) => {
      if (board) void removeCrowd(board.queueId, crowdId);
    },
    keepCrowd: (crowdId) => {
      if (board) void keepCrowd(board.queueId, crowdId);
    },
    reset: async (queueId) => {
      try {
        const args = { queueId, requestKey: newRequestKey() };
        const done = await convex.mutation(api.desk.actions.reset, args);
        const said = doneText("queueReset", null, null);
        if (!canUndoReset(done.ended)) deskToasts.success(said);
        else if (undoPlace === "toast") offerUndo(said, done.eventId, null);
      } catch (error) {
        const reason = errorText(error, strings.desk.tryAgain);
        deskToasts.error(`${strings.desk.resetFailed} ${reason}`);
      }
    },
  });
  return useMemo(() => ({ ...steady, text }), [steady, text]);

  async function removeCrowd(queueId: string, crowdId: string) {
    try {
      const args = { queueId, crowdId, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.actions.removeCrowd, args);
      if (!answer.ok) deskToasts.error(refusalText(answer));
      else if (undoPlace === "toast") {
        const said = doneText("crowdRemoved", null, answer.removed);
        offerUndo(said, answer.eventId, null);
      }
    } catch (error) {
      deskToasts.error(errorText(error, strings.desk.tryAgain));
    }
  }

  async function keepCrowd(queueId: string, crowdId: string) {
    try {
      const args = { queueId, crowdId, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.actions.keepCrowd, args);
      if (!answer.ok) deskToasts.error(refusalText(answer));
      else if (undoPlace === "toast" && answer.eventId !== null) {
        const said = doneText("crowdKept", null, null);
        offerUndo(said, answer.eventId, null);
      }
    } catch (error) {
      deskToasts.error(errorText(error, strings.desk.tryAgain));
    }
  }
}
