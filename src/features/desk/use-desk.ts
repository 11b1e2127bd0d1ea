/** The actions of the counter: send, show the result at once, say what happened, offer to take it back. */
import { useConvex } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { useRef } from "react";
import { api } from "../../../convex/_generated/api";
import type { ActedOrRefused, Undoable } from "../../../convex/model/answers";
import { UNDO_MS } from "../../../convex/model/events";
import { newRequestKey } from "../../lib/request-key";
import { serverNow } from "../../lib/server-clock";
import {
  dashboard as texts,
  doneOrEndedText,
  wasNotHereText,
} from "../../texts/dashboard";
import { errorText, refusalText } from "../../texts/owner-refusals";
import { hideUndoable } from "../../ui/toast";
import { boardAfter, type CertainMove } from "./board-after";
import { deskToasts } from "./desk-toasts";
import type { Assumed, Board, Person } from "./types";

/** Everything that can be done with one person besides calling, with the code of its sentence afterwards. */
const moves = {
  recall: { send: api.desk.recall, code: "recall" },
  serve: { send: api.desk.serve, code: "serve" },
  done: { send: api.desk.done, code: "complete" },
  noShow: { send: api.desk.noShow, code: "noShow" },
  returnToQueue: { send: api.desk.returnToQueue, code: "returnToQueue" },
  remove: { send: api.desk.remove, code: "remove" },
  callNow: { send: api.desk.callNow, code: "becomeDue" },
  notHere: { send: api.desk.notHere, code: "notHere" },
  bringBack: { send: api.desk.bringBack, code: "bringBack" },
  dismiss: { send: api.desk.dismiss, code: "dismiss" },
} as const;

export type PersonMove = keyof typeof moves;

/** A wet finger taps twice: a second Call Next this soon is the first one. */
const DOUBLE_TAP_MS = 400;

/** Where Undo is offered: in the toast that says what was done, or in a strip of the layout that says it too. */
export type UndoPlace = "toast" | "strip";

/** What the desk can do. Each says how it went; none throws. */
export type Desk = {
  callNext: () => void;
  skip: () => void;
  call: (person: Person) => void;
  move: (kind: PersonMove, person: Pick<Person, "ticketId">) => void;
  undo: (eventId: string) => void;
  /** Takes everybody of a crowd out at once, or leaves them and asks no more. */
  removeCrowd: (crowdId: string) => void;
  keepCrowd: (crowdId: string) => void;
  /** Resolves when it is done or has failed. */
  reset: (queueId: string) => Promise<void>;
};

/**
 * The desk of one queue.
 * @param board null while no single queue is picked, undefined while it loads
 * @param onNoQueue an action needs a queue and none is picked
 * @param undoPlace where the layout offers Undo: in one place, never in two
 */
export function useDesk(
  board: Board | null | undefined,
  onNoQueue: () => void,
  undoPlace: UndoPlace = "toast",
): Desk {
  const convex = useConvex();
  const calledAt = useRef(-Infinity);

  /** Shows the move on every watcher of this board until the server's answer is in. */
  const atOnce = (move: CertainMove) => {
    const at = serverNow();
    return (store: OptimisticLocalStore) => {
      for (const { args, value } of store.getAllQueries(api.desk.board)) {
        if (value === undefined || value.queueId !== board?.queueId) continue;
        store.setQuery(api.desk.board, args, boardAfter(value, move, at));
      }
    };
  };

  /** Something else was done since: the next Call Next is meant. */
  const expectCall = () => {
    calledAt.current = -Infinity;
  };

  const undo = async (eventId: string) => {
    hideUndoable();
    expectCall();
    try {
      const args = { eventId, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.undo, args);
      if (answer.ok) deskToasts.success(texts.desk.undone);
      else deskToasts.error(refusalText(answer));
    } catch (error) {
      deskToasts.error(
        errorText(error, refusalText({ code: "nothingToUndo" })),
      );
    }
  };

  const offerUndo = (
    said: string,
    eventId: string,
    assumed: readonly Assumed[] = [],
  ) =>
    deskToasts.undoable(
      said,
      UNDO_MS,
      () => void undo(eventId),
      assumed.map(({ ticketId, number }) => ({
        label: wasNotHereText(number, assumed.length),
        press: () => move("notHere", { ticketId }),
      })),
    );

  /** @param code of what is done; @param failed the sentence that the reason ends */
  const act = async (
    sent: Promise<ActedOrRefused>,
    code: Undoable | "recall",
    failed: string,
  ) => {
    try {
      const answer = await sent;
      if (!answer.ok) {
        deskToasts.error(refusalText(answer));
        return;
      }
      const { number, eventId, assumed } = answer;
      if (code === "recall") {
        deskToasts.success(texts.desk.done.recall(number));
      } else if (undoPlace === "toast") {
        const said = doneOrEndedText({ code, number, assumed });
        offerUndo(said, eventId, assumed);
      }
    } catch (error) {
      deskToasts.error(`${failed} ${errorText(error, texts.desk.tryAgain)}`);
    }
  };

  const removeCrowd = async (queueId: string, crowdId: string) => {
    try {
      const args = { queueId, crowdId, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.removeCrowd, args);
      if (!answer.ok) deskToasts.error(refusalText(answer));
      else if (undoPlace === "toast") {
        offerUndo(texts.desk.done.crowdRemoved(answer.removed), answer.eventId);
      }
    } catch (error) {
      deskToasts.error(errorText(error, texts.desk.tryAgain));
    }
  };

  const keepCrowd = async (queueId: string, crowdId: string) => {
    try {
      const args = { queueId, crowdId, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.keepCrowd, args);
      if (answer.ok) deskToasts.success(texts.desk.keptCrowd);
      else deskToasts.error(refusalText(answer));
    } catch (error) {
      deskToasts.error(errorText(error, texts.desk.tryAgain));
    }
  };

  const move: Desk["move"] = (kind, { ticketId }) => {
    const { send, code } = moves[kind];
    const shownAtOnce =
      kind === "serve" || kind === "done" || kind === "remove";
    const sent = convex.mutation(
      send,
      { ticketId, requestKey: newRequestKey() },
      shownAtOnce ? { optimisticUpdate: atOnce({ kind, ticketId }) } : {},
    );
    const failed =
      kind === "callNow"
        ? texts.desk.callScheduledFailed
        : texts.desk.updateFailed;
    void act(sent, code, failed);
  };

  /** The board to act on; otherwise asks for a queue. */
  const picked = (): Board | null => {
    if (board === null) {
      deskToasts.error(texts.desk.pickQueueToCall);
      onNoQueue();
    }
    return board ?? null;
  };

  return {
    callNext: () => {
      const at = picked();
      if (at === null) return;
      if (at.waitingCount === 0) {
        deskToasts.error(refusalText({ code: "nobodyWaiting" }));
        return;
      }
      if (Date.now() - calledAt.current < DOUBLE_TAP_MS) return;
      calledAt.current = Date.now();
      const sent = convex.mutation(
        api.desk.callNext,
        { queueId: at.queueId, requestKey: newRequestKey() },
        { optimisticUpdate: atOnce({ kind: "callNext" }) },
      );
      void act(sent, "call", texts.desk.updateFailed);
    },
    skip: () => {
      const at = picked();
      if (at === null) return;
      const first = at.waiting[0];
      if (first === undefined) {
        deskToasts.error(refusalText({ code: "nobodyWaiting" }));
        return;
      }
      expectCall();
      const sent = convex.mutation(
        api.desk.skip,
        {
          queueId: at.queueId,
          expectedTicketId: first.ticketId,
          requestKey: newRequestKey(),
        },
        {
          optimisticUpdate: atOnce({ kind: "skip", ticketId: first.ticketId }),
        },
      );
      void act(sent, "skip", texts.desk.skipFailed);
    },
    call: ({ ticketId }) => {
      const sent = convex.mutation(
        api.desk.call,
        { ticketId, requestKey: newRequestKey() },
        { optimisticUpdate: atOnce({ kind: "call", ticketId }) },
      );
      void act(sent, "call", texts.desk.updateFailed);
    },
    move,
    undo: (eventId) => void undo(eventId),
    removeCrowd: (crowdId) => {
      if (board) void removeCrowd(board.queueId, crowdId);
    },
    keepCrowd: (crowdId) => {
      if (board) void keepCrowd(board.queueId, crowdId);
    },
    reset: async (queueId) => {
      try {
        const args = { queueId, requestKey: newRequestKey() };
        const { eventId } = await convex.mutation(api.desk.reset, args);
        // Too many people at once cannot be taken back: then no strip says it.
        const said = texts.desk.done.queueReset();
        if (undoPlace === "strip") deskToasts.success(said);
        else offerUndo(said, eventId);
      } catch (error) {
        const reason = errorText(error, texts.desk.tryAgain);
        deskToasts.error(`${texts.desk.resetFailed} ${reason}`);
      }
    },
  };
}
