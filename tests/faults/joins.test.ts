/** C2: M customers join one queue at once and get exactly the numbers last+1 to last+M, in commit order. */
import { expect, test } from "vitest";
import { times } from "../../engine/faults/counts.ts";
import { joinInOrder, openMany } from "./join-race.ts";
import { queueState, violations } from "./queue-state.ts";
import { PAUSES } from "./pauses.ts";
import { shop, useShop } from "./shop.ts";

useShop({ patches: PAUSES });

test.each([
  { people: 1, rounds: times(2, 50) },
  { people: 10, rounds: times(5, 50) },
  { people: 100, rounds: times(3, 50) },
  { people: times(250, 1000), rounds: times(1, 50) },
])("C2: $people joins at once get the next $people numbers", async (race) => {
  const { people, rounds } = race;
  const clients = await openMany(shop.engine().port, people);
  // The plan allows 1000 people in a queue, so rounds share one as long as they fit.
  const perQueue = Math.max(1, Math.floor(1000 / people));
  let queueId = "";
  for (let round = 0; round < rounds; round++) {
    const nth = round % perQueue;
    if (nth === 0) queueId = await shop.addQueue(`${people} at once, ${round}`);
    await joinInOrder(clients, queueId, nth * people);
  }
  const state = await queueState(shop.engine().url, queueId);
  expect(violations(state)).toEqual([]);
  for (const client of clients) client.close();
});
