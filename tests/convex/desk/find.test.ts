/** Finding a person in a line that is longer than the desk's list. product.md D19. */
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { press, newShop } from "../base/calls.ts";

test("search finds customers behind the first hundred by name, number or phone ending, but not those who left", async () => {
  const { owner, queueId } = await newShop({ plan: "enterprise" });
  const add = (more: object = {}) =>
    press(owner, api.desk.actions.addWalkIn, { queueId, ...more });
  for (let i = 0; i < 101; i += 1) await add();
  await add({ name: "Zoë Ångström", phone: "+447911123456" });
  await add({ name: "Sinéad O’Brien" });
  const gone = await add({ name: "Zoë Gone" });
  if (!gone.ok) throw new Error("not added");
  await press(owner, api.desk.actions.remove, { ticketId: gone.ticketId });
  const find = async (asked: string) =>
    (await owner.query(api.desk.actions.find, { queueId, asked })).map(
      ({ number }) => number,
    );
  expect(await find("zoe")).toEqual([102]);
  expect(await find("#102")).toEqual([102]);
  expect(await find("3456")).toEqual([102]);
  expect(await find("10")).toEqual([10, 100, 101, 102, 103]);
  expect(await find("o'brien")).toEqual([103]);
  expect(await find("O’Brien")).toEqual([103]);
  expect(await find("nobody")).toEqual([]);
  // The digits of the search occur in a phone number.
  expect(await find(`3456${"-".repeat(90)}`)).toEqual([102]);
  expect(await find(`3456${"-".repeat(10_000)}`)).toEqual([]);
  const board = await owner.query(api.desk.actions.board, { queueId });
  expect(board.waiting).toHaveLength(100);
});
