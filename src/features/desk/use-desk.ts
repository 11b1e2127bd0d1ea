/** The actions of the desk: store, send, answer. The board meanwhile is in board-after.ts. */
import { useConvex } from "convex/react";
import { useMemo, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import { UNDO_MS } from "../../../convex/queue/rules/events";
import type { Undoable } from "../../../convex/queue/rules/answers";
import type { PersonEdit } from "../../../convex/queue/rules/person";
import { canUndoReset } from "../../../convex/line/rules/endBatch";
import { newRequestKey } from "../../lib/server/request-key";
import { useSteady } from "../../lib/use-steady";
import { dashboard as strings } from "../../strings/dashboard";
import { doneText, undoneText } from "../../strings/done";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { hideUndoable, pressUndoable } from "../../ui/toast";
import type { Counter } from "./counter-view";
import { counterInSight, lastWords } from "./last-words";
import {
  actions,
  type ActionKind,
  type Answer,
  type MoreOf,
} from "./outbox/actions";
import { OutboxFull } from "./outbox/outbox";
import type { DeskOutbox } from "./outbox/use-outbox";
import type { DeskWindow, Person } from "./types";

export type PersonMove = Exclude<
  ActionKind,
  | "callNext"
  | "callFirst"
  | "skip"
  | "moveOneBack"
  | "reorder"
  | "transfer"
  | "edit"
  | "undo"
>;

/** A second Call Next within this time is a double tap and is ignored. */
const DOUBLE_TAP_MS = 400;

type Who = Pick<Person, "ticketId" | "queueId" | "letter" | "number" | "name">;
/** An action to undo. `number` is null if it is about no person. */
type Done = { queueId: Who["queueId"]; letter: Who["letter"] } & {
  eventId: string;
  code: Undoable | "recall";
  number: number | null;
};

/** The desk's actions. Each reports its result; none throws. */
export type Desk = {
  /** Calls the next one of the shown queue, or of all queues. */
  callNext: () => void;
  skip: () => void;
  /** Undoes a skip, but one place back. */
  moveOneBack: (skipped: Done) => void;
  move: (kind: PersonMove, person: Who) => void;
  /** To another place in the line, 0-based. Resolves with the reason for a failure, or null. */
  reorder: (person: Who, to: number | "oneBack") => Promise<string | null>;
  /** To another queue. Resolves with the reason for a failure, or null. */
  transfer: (person: Who, queueId: string) => Promise<string | null>;
  edit: (person: Who, edited: PersonEdit) => Promise<string | null>;
  undo: (done: Done) => void;
  /** Undoes what the screen offers to undo. */
  undoShown: () => void;
  /** Skips all tickets of suspicious joins at once, or keeps them and does not ask again. */
  removeCrowd: (queueId: string, crowdId: string) => void;
  keepCrowd: (queueId: string, crowdId: string) => void;
  reset: (queueId: string) => Promise<void>;
  open: (window: DeskWindow | null) => void;
  /** Opens the window for another time, or the question before a booking is cancelled. */
  booking: (is: "moving" | "cancelling", person: Person) => void;
  /** Opens a text to a person with a phone number. null where the plan sends none. */
  text: ((person: Person) => void) | null;
};

export type Surroundings = {
  outbox: DeskOutbox;
  onNoQueue: () => void;
  open: Desk["open"];
  booking: Desk["booking"];
  text: Desk["text"];
};

export function useDesk(
  counter: Counter | undefined,
  { outbox, onNoQueue, open, booking, text }: Surroundings,
): Desk {
  const convex = useConvex();
  const calledAt = useRef(-Infinity);

  const act = async <Kind extends ActionKind>(
    kind: Kind,
    who: Pick<Who, "queueId" | "letter"> & {
      ticketId: string | null;
      number: number | null;
      name?: string | null;
    },
    more: MoreOf<Kind>,
  ): Promise<string | null> => {
    // Another action came between, so the next Call Next is not a double tap.
    if (kind !== "callNext" && kind !== "callFirst")
      calledAt.current = -Infinity;
    const { ticketId, queueId, letter, number } = who;
    try {
      const key = newRequestKey();
      const sent = { key, kind, queueId, ticketId, letter, number, more };
      const outcome = await outbox.add(sent);
      if (outcome === null) return null;
      if ("error" in outcome) throw outcome.error;
      if (!outcome.answer.ok) return refusalText(outcome.answer);
      answer(kind, who, outcome.answer);
      return null;
    } catch (error) {
      if (error instanceof OutboxFull) return strings.desk.kept.full;
      const failed =
        kind === "skip" ? strings.desk.skipFailed : strings.desk.updateFailed;
      return `${failed} ${errorText(error, strings.desk.tryAgain)}`;
    }
  };

  /** The queue's own offer says what was done. Only what it does not have is said here. */
  const answer = (
    kind: ActionKind,
    { queueId, letter }: Pick<Who, "queueId" | "letter">,
    acted: Answer & { ok: true },
  ) => {
    const { number = null, name = null, eventId } = acted;
    const { code } = actions[kind];
    if (kind === "removeTest") lastWords.done(strings.desk.testRemoved);
    else if (code === "recall") {
      lastWords.done(doneText(code, letter, number, name));
    } else if (code !== null && eventId !== undefined) {
      const said = doneText(code, letter, number, name);
      offerUndo(said, { eventId, queueId, letter, code, number });
    }
  };

  const offerUndo = (said: string, done: Done) =>
    lastWords.undoable(said, UNDO_MS, () => undo(done));

  const tell = (acted: Promise<string | null>) =>
    void acted.then((whyNot) => {
      if (whyNot !== null) lastWords.refused(whyNot);
    });

  const undo = (done: Done) => {
    hideUndoable();
    const { eventId, queueId, letter, code, number } = done;
    const who = { queueId, letter, ticketId: null, number };
    tell(
      act("undo", who, { eventId }).then((whyNot) => {
        if (whyNot === null && outbox.unsent() === null) {
          lastWords.done(undoneText(code, letter, number));
        }
        return whyNot;
      }),
    );
  };

  const noQueue = () => {
    lastWords.refused(strings.desk.pickQueueToCall);
    onNoQueue();
  };

  // Stable, because every row of a long line depends on it.
  const steady = useSteady<Omit<Desk, "text">>({
    open,
    booking,
    callNext: () => {
      if (counter === undefined) return;
      if (counter.boards.length === 0) return noQueue();
      const { next, isAll } = counter;
      if (next === undefined) {
        return lastWords.refused(refusalText({ code: "nobodyWaiting" }));
      }
      if (Date.now() - calledAt.current < DOUBLE_TAP_MS) return;
      calledAt.current = Date.now();
      tell(act(isAll ? "callFirst" : "callNext", next, {}));
    },
    skip: () => {
      if (counter === undefined) return;
      if (counter.isAll || counter.boards.length === 0) return noQueue();
      const { next } = counter;
      if (next === undefined) {
        return lastWords.refused(refusalText({ code: "nobodyWaiting" }));
      }
      tell(act("skip", next, {}));
    },
    moveOneBack: ({ eventId, queueId, letter, number }) => {
      const who = { queueId, letter, ticketId: null, number };
      tell(act("moveOneBack", who, { eventId }));
    },
    move: (kind, person) => tell(act(kind, person, {})),
    reorder: async (person, place) => {
      const { waiting = [] } =
        counter?.boards.find((one) => one.queueId === person.queueId) ?? {};
      const from = waiting.findIndex((one) => one.ticketId === person.ticketId);
      const to = place === "oneBack" ? from + 1 : place;
      return await act("reorder", person, { places: to - from, to });
    },
    transfer: async (person, queueId) =>
      await act("transfer", person, { queueId }),
    edit: async (person, edited) => await act("edit", person, edited),
    undo,
    undoShown: () => {
      if (outbox.unsent() !== null) outbox.dropUnsent();
      else if (!counterInSight()) pressUndoable();
      else if (counter?.undo) undo(counter.undo);
    },
    removeCrowd: (queueId, crowdId) =>
      void ofCrowd(api.desk.actions.removeCrowd, queueId, crowdId),
    keepCrowd: (queueId, crowdId) =>
      void ofCrowd(api.desk.actions.keepCrowd, queueId, crowdId),
    reset: async (queueId) => {
      try {
        const args = { queueId, requestKey: newRequestKey() };
        const done = await convex.mutation(api.desk.actions.reset, args);
        const said = doneText("queueReset", null, null);
        const { eventId, ended } = done;
        const about = { queueId: queueId as Who["queueId"], letter: null };
        if (!canUndoReset(ended)) lastWords.done(said);
        else {
          const code = "queueReset" as const;
          offerUndo(said, { ...about, eventId, code, number: null });
        }
      } catch (error) {
        const reason = errorText(error, strings.desk.tryAgain);
        lastWords.refused(`${strings.desk.resetFailed} ${reason}`);
      }
    },
  });
  return useMemo(() => ({ ...steady, text }), [steady, text]);

  async function ofCrowd(
    mutation:
      | typeof api.desk.actions.removeCrowd
      | typeof api.desk.actions.keepCrowd,
    queueId: string,
    crowdId: string,
  ) {
    try {
      const args = { queueId, crowdId, requestKey: newRequestKey() };
      const answered = await convex.mutation(mutation, args);
      if (!answered.ok) lastWords.refused(refusalText(answered));
    } catch (error) {
      lastWords.refused(errorText(error, strings.desk.tryAgain));
    }
  }
}
