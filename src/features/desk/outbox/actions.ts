/** The desk's actions on people of one queue: mutation, arguments and words. The sending order is in outbox.ts. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionArgs, FunctionReference } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import type {
  ActedOrRefused,
  Undoable,
} from "../../../../convex/queue/rules/answers";
import type { PersonEdit } from "../../../../convex/queue/rules/person";
import type { OwnerRefusal } from "../../../../convex/base/rules/refusals";
import { must } from "../../../lib/must";
import { dashboard } from "../../../strings/dashboard";
import type { Kept } from "./outbox";

const { desk: strings } = dashboard;

export type Answer =
  | ({ ok: true } & Partial<Extract<ActedOrRefused, { ok: true }>>)
  | ({ ok: false } & OwnerRefusal);

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each has its own arguments
type Mutation = FunctionReference<"mutation", "public", any, Answer>;

type About<More> = {
  queueId: string;
  ticketId: string | null;
  more: More;
};

/** `asPerson`: whose action it is. Someone else may have logged in meanwhile, in another tab or on a shared tablet. */
type Sent = { requestKey: string; asPerson: string };

type Does<More> = {
  send: (
    convex: ConvexReactClient,
    about: About<More>,
    sent: Sent,
  ) => Promise<Answer>;
  name: string;
  /** Selects the sentence shown afterwards. null: no sentence. */
  code: Undoable | "recall" | null;
};

function does<Named extends Mutation, More = Nothing>(
  mutation: Named,
  name: string,
  code: Does<More>["code"],
  argsOf: (about: About<More>) => Omit<FunctionArgs<Named>, keyof Sent>,
): Does<More> {
  return {
    send: async (convex, about, sent) => {
      const args = { ...argsOf(about), ...sent } as FunctionArgs<Named>;
      return await convex.mutation(mutation, args);
    },
    name,
    code,
  };
}

type Nothing = Readonly<Record<string, never>>;

const desk = api.desk.actions;

const ofTicket = ({ ticketId }: About<unknown>) => ({
  ticketId: must(ticketId, "ticket of an action"),
});

/** To a named chair; without one to the caller's, or to none. */
type ToChair = { chairId?: string };

export const actions = {
  callNext: does(
    desk.callNext,
    strings.call,
    "call",
    ({ queueId, more }: About<ToChair>) => ({ ...more, queueId }),
  ),
  /** Call Next with all queues together. */
  callFirst: does(
    desk.callFirst,
    strings.call,
    "call",
    ({ more }: About<ToChair>) => more,
  ),
  call: does(desk.call, strings.call, "call", (about: About<ToChair>) => ({
    ...about.more,
    ...ofTicket(about),
  })),
  skip: does(desk.skip, strings.skip, "skip", (about) => ({
    queueId: about.queueId,
    expectedTicketId: ofTicket(about).ticketId,
  })),
  moveOneBack: does(
    desk.moveOneBack,
    strings.moveOneBack,
    null,
    ({ more }: About<{ eventId: string }>) => more,
  ),
  recall: does(desk.recall, strings.recall, "recall", ofTicket),
  serve: does(desk.serve, strings.here, "serve", ofTicket),
  done: does(desk.done, strings.markDone, "complete", ofTicket),
  noShow: does(desk.noShow, strings.didNotCome, "noShow", ofTicket),
  notHere: does(desk.notHere, strings.didNotCome, "notHere", ofTicket),
  bringBack: does(desk.bringBack, strings.moveToFront, "bringBack", ofTicket),
  dismiss: does(desk.dismiss, strings.dismiss, "dismiss", ofTicket),
  returnToQueue: does(
    desk.returnToQueue,
    strings.returnToQueue,
    "returnToQueue",
    ofTicket,
  ),
  remove: does(desk.remove, strings.skip, "remove", ofTicket),
  callNow: does(desk.callNow, strings.callNow, "becomeDue", ofTicket),
  checkIn: does(desk.checkIn, strings.here, "becomeDue", ofTicket),
  reorder: does(
    desk.move,
    strings.moveTo,
    "reorder",
    // `to` is for the screen only (board-after.ts).
    (about: About<{ places: number; to: number }>) => ({
      ...ofTicket(about),
      places: about.more.places,
    }),
  ),
  transfer: does(
    desk.transfer,
    strings.transfer,
    "transfer",
    (about: About<{ queueId: string }>) => ({
      ...ofTicket(about),
      ...about.more,
    }),
  ),
  edit: does(desk.edit, strings.edit, "edit", (about: About<PersonEdit>) => ({
    ...ofTicket(about),
    ...about.more,
  })),
  removeTest: does(desk.removeTest, strings.removeTest, null, ofTicket),
  undo: does(
    desk.undo,
    strings.undo,
    null,
    ({ more }: About<{ eventId: string }>) => more,
  ),
};

export type ActionKind = keyof typeof actions;

export type MoreOf<Kind extends ActionKind> =
  (typeof actions)[Kind] extends Does<infer More> ? More : never;

/** A delayed Call Next names the person on the screen (product.md D17). @throws Error for an unknown kind */
export async function sendAction(
  convex: ConvexReactClient,
  kept: Kept,
  asPerson: string,
): Promise<Answer> {
  if (!Object.hasOwn(actions, kept.kind)) throw new Error(kept.kind);
  const isNext = kept.kind === "callNext" || kept.kind === "callFirst";
  const isKnown = kept.ticketId !== null;
  const kind = isNext && kept.waited && isKnown ? "call" : kept.kind;
  const { send } = actions[kind] as Does<unknown>;
  return await send(convex, kept, { requestKey: kept.key, asPerson });
}
