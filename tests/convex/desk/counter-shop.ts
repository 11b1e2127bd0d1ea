/** A shop with people in its line, and what its staff and its customers' phones do. */
import { expect, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { parseLine } from "../../../convex/queue/rules/line.ts";
import { granted, newShop, press } from "../base/calls.ts";
import { lineFromTickets, lineRow, rows, ticketOf } from "../open-app.ts";

const { actions } = api.desk;

type OfTicket =
  | ("bringBack" | "call" | "dismiss" | "done" | "noShow" | "notHere")
  | ("recall" | "remove" | "returnToQueue" | "serve");

/** @param apartMs between one join and the next */
export async function openCounter(
  people: number,
  {
    apartMs = 0,
    ...given
  }: Parameters<typeof newShop>[0] & {
    apartMs?: number;
  } = {},
) {
  const shop = await newShop(given);
  const { app, owner, queueId } = shop;
  const secrets: string[] = [];
  const ids: Id<"tickets">[] = [];
  const join = async (to = queueId, name?: string) => {
    secrets.push(await app.join(to, name));
    ids.push(must((await rows(app, "tickets")).at(-1), "ticket")._id);
    vi.advanceTimersByTime(apartMs);
  };
  for (let i = 0; i < people; i += 1) await join();
  const secret = (nth: number) => must(secrets[nth - 1], "secret");
  return {
    ...{ ...shop, join, secret },
    /** The n-th to join, from 1. */
    id: (nth: number) => must(ids[nth - 1], "ticket"),
    see: (nth = 1) => ticketOf(app, secret(nth)),
    leave: (nth: number) =>
      app.backend.mutation(api.line.tickets.leave, { secret: secret(nth) }),
    board: () => owner.query(actions.board, { queueId }),
    history: (of = queueId) => owner.query(actions.history, { queueId: of }),
    /** The numbers that wait, after a check that the line is the sum of its tickets. */
    order: async (of = queueId) => {
      const line = await lineRow(app, of);
      expect(line.state).toEqual(await lineFromTickets(app, line));
      return parseLine(line.state.waiting);
    },
    callNext: async () =>
      granted(await press(owner, actions.callNext, { queueId })),
    act: (name: OfTicket, ticketId: string) =>
      press(owner, actions[name], { ticketId }),
    undo: ({ eventId = "" }: { ok?: boolean; eventId?: string }) =>
      press(owner, actions.undo, { eventId }),
    day: async () => must((await rows(app, "queueDays"))[0], "day").counts,
  };
}
