/** Finding a person in a line that is longer than the desk's list. product.md D19. */
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { keyed, openApp } from "../open-app.ts";

test("search finds customers behind the first hundred by name, number or phone ending, but not those who left", async () => {
  const app = await openApp();
  const shop = await app.shop({ plan: "enterprise" });
  const { owner, queueId } = shop;
  const add = async (more: object = {}) =>
    await owner.mutation(
      api.desk.actions.addWalkIn,
      keyed({ queueId, ...more }),
    );
  for (let i = 0; i < 101; i += 1) await add();
  await add({ name: "Zoë Ångström", phone: "+447911123456" });
  const gone = await add({ name: "Zoë Gone" });
  if (!gone.ok) throw new Error("not added");
  const { ticketId } = gone;
  await owner.mutation(api.desk.actions.remove, keyed({ ticketId }));

  const find = async (asked: string) =>
    (await owner.query(api.desk.actions.find, { queueId, asked })).map(
      ({ number }) => number,
    );
  expect(await find("zoe")).toEqual([102]);
  expect(await find("#102")).toEqual([102]);
  expect(await find("3456")).toEqual([102]);
  expect(await find("10")).toEqual([10, 100, 101, 102]);
  expect(await find("nobody")).toEqual([]);
  // The digits of the search occur in a phone number.
  expect(await find(`3456${"-".repeat(90)}`)).toEqual([102]);
  expect(await find(`3456${"-".repeat(10_000)}`)).toEqual([]);
  const board = await owner.query(api.desk.actions.board, { queueId });
  expect(board.waiting).toHaveLength(100);
});
