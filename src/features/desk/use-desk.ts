/** The actions of the desk: store, send, answer. What the board shows in the meantime is in board-after.ts. */
import { useConvex } from "convex/react";
import { useMemo, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import { UNDO_MS } from "../../../convex/queue/rules/events";
import type { Undoable } from "../../../convex/queue/rules/answers";
import type { PersonEdit } from "../../../convex/queue/rules/person";
import { canUndoReset } from "../../../convex/line/rules/endBatch";
import { maySend } from "../../lib/server/convex-client";
import { whyNot } from "../../lib/server/use-call";
import { newRequestKey } from "../../lib/server/request-key";
import { useSteady } from "../../lib/use-steady";
import { dashboard as strings } from "../../strings/dashboard";
import { doneText, undoneText } from "../../strings/done";
import * as words from "../../strings/refusals/owner";
import { hideUndoable, pressUndoable } from "../../ui/toast";
import { actedAt, type Counter } from "./counter-view";
import { counterInSight, isSaidSince, lastWords } from "../../ui/last-words";
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
  | "notHere"
>;

/** Before the reason of a failure; `updateFailed` for the others. */
const failedOf: Partial<Record<ActionKind, string>> = {
  skip: strings.desk.skipFailed,
  callNow: strings.desk.callNowFailed,
};

/** A second Call Next within this time of the first tap is ignored: a double tap, however late a busy page handles it. */
const DOUBLE_TAP_MS = 400;

type Who = Pick<Person, "ticketId" | "queueId" | "letter" | "number" | "name">;
/** An action to undo. `number` is null if it is about no person. */
type Done = {
  queueId: string;
  letter: Who["letter"];
  eventId: string;
  code: Undoable | "recall";
  number: number | null;
  wasBooked?: boolean | undefined;
  /** What the same press did in other queues. */
  also?: readonly Pick<Done, "queueId" | "eventId">[];
};

/** Null where an action is about no person, or the screen does not know whom. */
type Unsure = Pick<Done, "queueId" | "letter" | "number"> & {
  ticketId: string | null;
};

export type Surroundings = {
  outbox: DeskOutbox;
  open: (window: DeskWindow | null) => void;
  /** Opens the window for another time, or the question before a booking is cancelled. */
  booking: (is: "moving" | "cancelling", person: Person) => void;
  /** Opens a text to a person with a phone number. null where the plan sends none. */
  text: ((person: Person) => void) | null;
  /** Whether people can move to another queue. */
  hasOtherQueues: boolean;
  onNoQueue: () => void;
};

export type Desk = ReturnType<typeof useDesk>;

/** The desk's actions. Each reports its result; none throws. */
export function useDesk(
  counter: Counter | undefined,
  { outbox, onNoQueue, open, booking, text, hasOtherQueues }: Surroundings,
) {
  const convex = useConvex();
  const calledAt = useRef(-Infinity);

  const act = async <Kind extends ActionKind>(
    kind: Kind,
    who: Unsure,
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
      if (!outcome.answer.ok) return words.refusalText(outcome.answer);
      answer(kind, who, outcome.answer);
      return null;
    } catch (error) {
      if (error instanceof OutboxFull) return strings.desk.kept.full;
      const failed = failedOf[kind] ?? strings.desk.updateFailed;
      return `${failed} ${words.errorText(error, strings.desk.tryAgain)}`;
    }
  };

  /** The queue's own offer says what was done. Only what it does not have is said here. */
  const answer = (
    kind: ActionKind,
    { queueId, letter }: Pick<Done, "queueId" | "letter">,
    acted: Answer & { ok: true },
  ) => {
    const { number = null, name = null, eventId } = acted;
    const { code } = actions[kind];
    if (kind === "removeTest") lastWords.done(strings.desk.testRemoved);
    else if (code === "recall") {
      lastWords.done(doneText(code, letter, number, name));
    } else if (code !== null && eventId !== undefined) {
      offerUndo({ eventId, queueId, letter, code, number }, name);
    }
  };

  /** Reports what was done, with Undo. */
  const offerUndo = (done: Done, name: string | null = null) => {
    const said = doneText(done.code, done.letter, done.number, name);
    lastWords.undoable(said, UNDO_MS, () => undo(done));
  };

  const tell = (acted: Promise<string | null>) =>
    void acted.then((why) => {
      if (why !== null) lastWords.refused(why);
    });

  /** Resolves with the reason for a failure, or null. */
  const undoNow = async (done: Done): Promise<string | null> => {
    hideUndoable();
    const { letter, code, number, wasBooked, also = [] } = done;
    const reasons = await Promise.all(
      [done, ...also].map(({ queueId, eventId }) =>
        act("undo", { queueId, letter, ticketId: null, number }, { eventId }),
      ),
    );
    const why = reasons.find((reason) => reason !== null) ?? null;
    if (why === null && outbox.unsent() === null) {
      lastWords.done(undoneText(code, letter, number, wasBooked));
    }
    return why;
  };
  const undo = (done: Done) => tell(undoNow(done));

  /** The next in line, or null and why there is none. */
  const findNext = (ofAll: boolean): Person | null => {
    if (counter === undefined) return null;
    const { boards, isAll, next = null } = counter;
    if (boards.length === 0 || (isAll && !ofAll)) {
      lastWords.refused(strings.desk.pickQueueToCall);
      onNoQueue();
      return null;
    }
    if (next === null) {
      lastWords.refused(words.refusalText({ code: "nobodyWaiting" }));
    }
    return next;
  };

  /** To another place in the line, 0-based. Resolves with the reason for a failure, or null. */
  const reorder = async (person: Who, place: number | "oneBack") => {
    const { waiting = [] } =
      counter?.boards.find((one) => one.queueId === person.queueId) ?? {};
    const from = waiting.findIndex((one) => one.ticketId === person.ticketId);
    // Their queue's board is not here, or not yet.
    if (from < 0) return words.refusalText({ code: "customerMovedOn" });
    const to = place === "oneBack" ? from + 1 : place;
    return await act("reorder", person, { places: to - from, to });
  };

  // Stable, because every row of a long line depends on it.
  const steady = useSteady({
    open,
    booking,
    /** Calls the next one of the shown queue, or of all queues. */
    callNext: ({ timeStamp }: { timeStamp: number }) => {
      const next = findNext(true);
      if (next === null) return;
      if (timeStamp - calledAt.current < DOUBLE_TAP_MS) return;
      calledAt.current = timeStamp;
      tell(act(counter?.isAll ? "callFirst" : "callNext", next, {}));
    },
    /** Calls the next one to a named chair other than the user's own. @param who as far as the screen knows */
    callTo: (chairId: string, who: Unsure) =>
      tell(act("callFirst", who, { chairId })),
    skip: () => {
      const next = findNext(false);
      if (next !== null) tell(act("skip", next, {}));
    },
    /** Undoes a skip, but puts the person one place back. */
    moveOneBack: ({ eventId, queueId, letter, number }: Done) => {
      const who = { queueId, letter, ticketId: null, number };
      tell(act("moveOneBack", who, { eventId }));
    },
    move: (kind: PersonMove, person: Who) => tell(act(kind, person, {})),
    /** As a missed call, from the record. Resolves with the reason for a failure, or null. */
    notHere: async (person: Who) => await act("notHere", person, {}),
    reorder,
    /** The same at once, from a menu. */
    shift: (person: Who, to: 0 | "oneBack") => tell(reorder(person, to)),
    /** To another queue. Resolves with the reason for a failure, or null. */
    transfer: async (person: Who, queueId: string) =>
      await act("transfer", person, { queueId }),
    edit: async (person: Who, edited: PersonEdit) =>
      await act("edit", person, edited),
    undo,
    undoNow,
    offerUndo,
    /** Undoes what the screen offers to undo. */
    undoShown: () => {
      const unsent = outbox.unsent();
      if (unsent !== null) outbox.drop(unsent.key);
      else if (!counterInSight()) pressUndoable();
      else if (counter?.undo && !isSaidSince(actedAt(counter.undo))) {
        undo(counter.undo);
      }
    },
    /** Skips all tickets of suspicious joins at once, or keeps them and does not ask again. */
    decide: async (
      how: "removeCrowd" | "keepCrowd",
      { queueId, crowdId }: { queueId: string; crowdId: string },
    ) => {
      if (!maySend(convex)) return lastWords.refused(strings.desk.notDone);
      const args = { queueId, crowdId, requestKey: newRequestKey() };
      const why = await whyNot(words, strings.desk.tryAgain, () =>
        convex.mutation(api.desk.actions[how], args),
      );
      if (why !== null) lastWords.refused(why);
    },
    /** Resolves with the reason for a failure, or null. */
    reset: async (queueId: string): Promise<string | null> => {
      // It would wait for the connection and run later, unexpectedly.
      if (!maySend(convex)) return strings.desk.notDone;
      try {
        const args = { queueId, requestKey: newRequestKey() };
        const done = await convex.mutation(api.desk.actions.reset, args);
        const { eventId, ended } = done;
        const code = "queueReset";
        const nobody = { letter: null, number: null };
        if (canUndoReset(ended))
          offerUndo({ queueId, eventId, code, ...nobody });
        else lastWords.done(doneText(code, null, null));
        return null;
      } catch (error) {
        const reason = words.errorText(error, strings.desk.tryAgain);
        return `${strings.desk.resetFailed} ${reason}`;
      }
    },
  });
  return useMemo(
    () => ({ ...steady, text, hasOtherQueues }),
    [steady, text, hasOtherQueues],
  );
}
