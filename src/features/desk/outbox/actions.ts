/** What can be done at the counter with people of one queue: the function that does it, and its words. Not the order in which they are sent: outbox.ts. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionReference } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import type {
  ActedOrRefused,
  Undoable,
} from "../../../../convex/queue/rules/answers";
import type { OwnerRefusal } from "../../../../convex/base/rules/refusals";
import { dashboard } from "../../../strings/dashboard";
import type { Kept } from "./outbox";

const { desk: strings } = dashboard;

type Does = {
  send: FunctionReference<"mutation">;
  /** What it is called in a list. */
  name: string;
  /** Of its sentence afterwards; null where it has none. */
  code: Undoable | "recall" | null;
};

const does = (
  send: FunctionReference<"mutation">,
  name: string,
  code: Does["code"],
): Does => ({ send, name, code });

const desk = api.desk.actions;

/** By kind. */
export const actions = {
  callNext: does(desk.callNext, strings.call, "call"),
  call: does(desk.call, strings.call, "call"),
  skip: does(desk.skip, strings.skip, "skip"),
  recall: does(desk.recall, strings.recall, "recall"),
  serve: does(desk.serve, strings.serve, "serve"),
  done: does(desk.done, strings.markDone, "complete"),
  noShow: does(desk.noShow, strings.noShow, "noShow"),
  notHere: does(desk.notHere, strings.wasNotHere, "notHere"),
  bringBack: does(desk.bringBack, strings.bringBack, "bringBack"),
  dismiss: does(desk.dismiss, strings.dismiss, "dismiss"),
  returnToQueue: does(
    desk.returnToQueue,
    strings.returnToQueue,
    "returnToQueue",
  ),
  remove: does(desk.remove, strings.remove, "remove"),
  reorder: does(desk.move, strings.move, "reorder"),
  transfer: does(desk.transfer, strings.transfer, "transfer"),
  edit: does(desk.edit, strings.edit, "edit"),
  removeTest: does(desk.removeTest, strings.removeTest, null),
  undo: does(desk.undo, strings.undo, null),
} satisfies Record<string, Does>;

export type ActionKind = keyof typeof actions;

/** What the server says to any of them. */
export type Answer =
  | ({ ok: true } & Partial<Extract<ActedOrRefused, { ok: true }>>)
  | ({ ok: false } & OwnerRefusal);

/**
 * Tells the server. A call that had to wait names whom the screen showed: Call
 * Next would by now be somebody else (product.md D17). The key is the same, so
 * one that had arrived after all calls nobody again.
 * @throws Error for a kind that this version does not know
 */
export async function sendAction(
  convex: ConvexReactClient,
  kept: Kept,
): Promise<Answer> {
  if (!Object.hasOwn(actions, kept.kind)) throw new Error(kept.kind);
  const kind = kept.kind === "callNext" && kept.late ? "call" : kept.kind;
  const args = { ...argsOf(kind, kept), requestKey: kept.key };
  return (await convex.mutation(actions[kind].send, args)) as Answer;
}

function argsOf(
  kind: ActionKind,
  { queueId, ticketId, more }: Kept,
): Record<string, unknown> {
  switch (kind) {
    case "callNext":
      return { queueId };
    case "skip":
      return { queueId, expectedTicketId: ticketId };
    case "undo":
      return more;
    case "reorder": {
      const { places, reason } = more;
      return { ticketId, places, reason };
    }
    default:
      return { ticketId, ...more };
  }
}
