/** R3: after a failed sync no client gets an answer, the engine ends with a reason, and the next finds every promise. */
import { expect, test } from "vitest";
import { EXIT_CODES } from "../../engine/fault.ts";
import { failOneSync } from "./failed-sync.ts";
import { hashOf, queueState, violations } from "./queue-state.ts";
import { shop, useShop } from "./shop.ts";

useShop();

test("R3: a failed sync leaves its join unanswered and ends the engine", async () => {
  const { queueId, promised, isAnswered, exit } = await failOneSync(shop);
  expect(promised).toHaveLength(5);
  expect(isAnswered).toBe(false);
  expect(exit).toMatchObject({ code: EXIT_CODES.unwritable, signal: null });
  expect(exit?.output).toMatch(/Writing failed: EIO.* The engine stops\./);
  const { url } = await shop.restart();
  const state = await queueState(url, queueId);
  expect(violations(state)).toEqual([]);
  const found = state.tickets.map(({ secretHash }) => secretHash);
  expect(found.slice(0, 5)).toEqual(promised.map(hashOf));
  // The last one got no answer, so it may or may not be there.
  expect(found.length).toBeLessThan(7);
});
