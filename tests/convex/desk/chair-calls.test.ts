/** Calls at named chairs, their undo over several lines, and what customers see of the chair. product.md CH5 to CH9. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { dataOf, factsOf } from "../../../convex/messages/data/alertTargets.ts";
import {
  granted,
  lineFromTickets,
  lineRow,
  rows,
  ticketOf,
  type Caller,
} from "../open-app.ts";
import { openChairShop } from "./chair-shop.ts";
import { MINUTE } from "../fake-clock.ts";
import { failsWith, newQueue, press, refusedWith } from "../base/calls.ts";

const { actions, chairs, queues } = api.desk;

describe("Call Next at a chair", () => {
  test("calls the first of its queues that are not paused, and of no other", async () => {
    const { sam, owner, hair, beard, chair, take, join } =
      await openChairShop();
    const third = await newQueue(owner, "Colour");
    await take(sam, await chair("Chair 1", hair, beard));
    await join(third, "Di");
    await join(beard, "Ana");
    await join(hair, "Bo");
    await join(beard, "Cy");
    await press(owner, queues.setPause, { queueId: beard, until: null });
    const called = async () =>
      granted(await press(sam, actions.callFirst, {})).name;
    expect(await called()).toBe("Bo");
    await press(owner, queues.resume, { queueId: beard });
    expect(await called()).toBe("Ana");
    expect(await called()).toBe("Cy");
    expect(await press(sam, actions.callFirst, {})).toEqual(
      refusedWith("nobodyWaiting"),
    );
  });

  test("completes who sits there, in any queue, and nobody at another chair; undo restores both lines", async () => {
    const { app, sam, kim, hair, beard, chair, take, join, names, owner } =
      await openChairShop();
    await take(sam, await chair("Chair 1", hair, beard));
    await take(kim, await chair("Chair 2", hair));
    await join(beard, "Ana");
    await join(hair, "Bo");
    await join(hair, "Cy");
    const next = async (who: Caller) =>
      granted(await press(who, actions.callFirst, {}));
    const ana = await next(sam);
    await press(sam, actions.serve, { ticketId: ana.ticketId });
    const bo = await next(kim);
    await press(kim, actions.serve, { ticketId: bo.ticketId });
    vi.advanceTimersByTime(MINUTE);
    const before = [await lineRow(app, hair), await lineRow(app, beard)];
    const cy = await next(sam);
    expect(cy).toMatchObject({ name: "Cy", queueId: hair, completed: [1] });
    expect(await names(beard, "called")).toEqual([]);
    expect(await names(hair, "called")).toEqual(["Bo", "Cy"]);
    const { undo } = await lineRow(app, hair);
    expect(undo?.completed, "not the other queue's #1").toEqual([]);
    expect(await press(owner, actions.undo, { eventId: cy.eventId })).toEqual({
      ok: true,
    });
    for (const row of before) {
      const now = await lineRow(app, row.queueId);
      const { explained: _, ...state } = now.state;
      const { explained: __, ...old } = row.state;
      expect(state).toEqual(old);
      expect(now.state).toEqual(await lineFromTickets(app, now));
    }
    const sums = (await rows(app, "queueDays")).map(({ counts }) => counts);
    expect(sums.map(({ served }) => served)).toEqual([0, 0]);
  });

  test("cannot be undone when the other queue was reset meanwhile", async () => {
    const { owner, sam, hair, beard, chair, take, join } =
      await openChairShop();
    await take(sam, await chair("Chair 1", hair, beard));
    await join(beard, "Ana");
    await join(hair, "Bo");
    const ana = granted(await press(sam, actions.callFirst, {}));
    await press(sam, actions.serve, { ticketId: ana.ticketId });
    const bo = granted(await press(sam, actions.callFirst, {}));
    await press(owner, actions.reset, { queueId: beard });
    const { eventId } = bo;
    expect(await press(owner, actions.undo, { eventId })).toEqual(
      refusedWith("nothingToUndo"),
    );
  });

  test("can be pressed for any chair by reception, and for none as before", async () => {
    const { app, owner, hair, chair, join } = await openChairShop();
    const one = await chair("Chair 1", hair);
    const two = await chair("Chair 2", hair);
    for (const name of ["Ana", "Bo", "Cy"]) await join(hair, name);
    const queueId = hair;
    const first = granted(
      await press(owner, actions.callNext, { queueId, chairId: one }),
    );
    await press(owner, actions.serve, { ticketId: first.ticketId });
    granted(await press(owner, actions.callFirst, { chairId: two }));
    granted(await press(owner, actions.callNext, { queueId }));
    const { state } = await lineRow(app, hair);
    expect(state.called.map((entry) => entry.chair)).toEqual([
      ...[one, two],
      undefined,
    ]);
  });

  test("by reception counts for who works at the chair, and Today says who did it", async () => {
    const { app, sam, samId, owner, ownerId, hair, chair, take, join } =
      await openChairShop();
    const one = await chair("Chair 1", hair);
    await take(sam, one);
    await join(hair, "Ana");
    const { eventId } = granted(
      await press(owner, actions.callFirst, { chairId: one }),
    );
    const [ticket] = await rows(app, "tickets");
    expect(ticket?.state.calledBy).toBe(samId);
    const events = await rows(app, "ticketEvents");
    const call = events.find(({ _id }) => _id === eventId);
    expect(call?.actor).toEqual({ kind: "staff", userId: ownerId });
    const own = await sam.query(actions.board, { queueId: hair });
    expect(own).toMatchObject({ undo: null, called: [{ calledByMe: true }] });
  });

  test("refuses a chair of another shop, and a deleted one", async () => {
    const { app, owner, hair, chair, join } = await openChairShop();
    const other = await app.shop();
    const settings = { name: "Chair 1", queueIds: [other.queueId] };
    const theirs = granted(
      await other.owner.mutation(chairs.create, settings),
    ).chairId;
    await join(hair, "Ana");
    const gone = await chair("Chair 1", hair);
    await press(owner, chairs.remove, { chairId: gone });
    for (const chairId of [theirs, gone, "nonsense"]) {
      const call = press(owner, actions.callNext, { queueId: hair, chairId });
      await failsWith(call, "notFound");
    }
  });

  test("means that somebody called there before, and marked Here now, has come and gone", async () => {
    const { sam, hair, chair, take, join, names } = await openChairShop();
    await take(sam, await chair("Chair 1", hair));
    await join(hair, "Ana");
    await join(hair, "Bo");
    const ana = granted(await press(sam, actions.callNext, { queueId: hair }));
    granted(await press(sam, actions.callNext, { queueId: hair }));
    expect(await names(hair, "called")).toEqual(["Ana", "Bo"]);
    await press(sam, actions.serve, { ticketId: ana.ticketId });
    expect(await names(hair, "called")).toEqual(["Bo"]);
  });

  test("of sixteen people by sixteen presses at four chairs calls each once, four a chair", async () => {
    const { app, hair, chair, owner } = await openChairShop();
    const all: string[] = [];
    for (let n = 1; n <= 4; n += 1) all.push(await chair(`Chair ${n}`, hair));
    for (let n = 0; n < 16; n += 1) await app.join(hair, `P${n}`);
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, n) => {
        const chairId = must(all[n % 4], "chair");
        return await press(owner, actions.callFirst, { chairId });
      }),
    );
    const numbers = answers.map((answer) => granted(answer).number);
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    const tickets = await rows(app, "tickets");
    for (const chairId of all) {
      const there = tickets.filter(({ state }) => state.chairId === chairId);
      expect(there).toHaveLength(4);
    }
    const line = await lineRow(app, hair);
    expect(line.state).toEqual(await lineFromTickets(app, line));
  });
});

describe("a deleted chair", () => {
  test("is done with everyone called there, however many", async () => {
    const { app, owner, hair, chair, names } = await openChairShop();
    const chairId = await chair("Chair 1", hair);
    for (let n = 1; n <= 25; n += 1) await app.join(hair, `P${n}`);
    for (let n = 1; n <= 25; n += 1) {
      granted(await press(owner, actions.callFirst, { chairId }));
    }
    expect(await names(hair, "called")).toHaveLength(25);
    await press(owner, chairs.remove, { chairId });
    expect(await names(hair, "called")).toEqual([]);
    const row = await lineRow(app, hair);
    expect(row.state).toEqual(await lineFromTickets(app, row));
  });

  test("is done with who sits there, which can be undone one by one", async () => {
    const { app, owner, sam, hair, chair, take, join, line, names } =
      await openChairShop();
    const one = await chair("Chair 1", hair);
    await chair("Chair 2", hair);
    await take(sam, one);
    const secret = await join(hair, "Ana");
    granted(await press(sam, actions.callNext, { queueId: hair }));
    await press(owner, chairs.remove, { chairId: one });
    expect(await names(hair, "called")).toEqual([]);
    expect((await ticketOf(app, secret)).status).toBe("completed");
    expect(await line(hair)).toMatchObject({ chairs: 1, places: 1 });
    const [done] = await owner.query(actions.history, { queueId: hair });
    expect(done).toMatchObject({ code: "complete", canUndo: true });
    const { eventId } = must(done, "entry");
    await press(owner, actions.undo, { eventId });
    expect(await names(hair, "called")).toEqual(["Ana"]);
    expect((await ticketOf(app, secret)).place).toBe("Chair 1");
  });
});

describe("customers learn the chair and who works there", () => {
  test("on the ticket, the board, in pushes and texts; without a chair it is the counter", async () => {
    const { app, businessId, sam, owner, hair, chair, take, join } =
      await openChairShop();
    await take(sam, await chair("Chair 1", hair));
    const secret = await join(hair, "Ana");
    const other = await join(hair, "Bo");
    granted(await press(sam, actions.callNext, { queueId: hair }));
    granted(await press(owner, actions.callNext, { queueId: hair }));
    expect((await ticketOf(app, secret)).place).toBe("Chair 1 · Sam");
    expect((await ticketOf(app, other)).place).toBeNull();
    const board = await app.backend.query(api.line.display.board, {
      businessId,
    });
    expect(board?.calls.map(({ place }) => place)).toEqual([
      ...["Chair 1 · Sam", null],
    ]);
    const tickets = await rows(app, "tickets");
    const places = await app.backend.run(
      async (ctx) =>
        await Promise.all(
          tickets.map(
            async (ticket) =>
              dataOf(await factsOf(ctx, ticket, Date.now())).place,
          ),
        ),
    );
    expect(places).toEqual(["Chair 1 (Sam)", "the counter"]);
  });

  test("no longer, once they are back in line", async () => {
    const { app, sam, hair, chair, take, join } = await openChairShop();
    await take(sam, await chair("Chair 1", hair));
    const secret = await join(hair, "Ana");
    const { ticketId } = granted(
      await press(sam, actions.callNext, { queueId: hair }),
    );
    await press(sam, actions.returnToQueue, { ticketId });
    expect((await ticketOf(app, secret)).place).toBeNull();
  });

  test("no longer, once the visit is over: others work at the chair later", async () => {
    const { app, sam, kim, hair, chair, take, join } = await openChairShop();
    const one = await chair("Chair 1", hair);
    await take(sam, one);
    const secret = await join(hair, "Ana");
    const { ticketId } = granted(
      await press(sam, actions.callNext, { queueId: hair }),
    );
    await press(sam, actions.done, { ticketId });
    await press(sam, chairs.leave, { chairId: one });
    await take(kim, one);
    expect((await ticketOf(app, secret)).place).toBeNull();
  });
});
