/** The remembered queue: kept while it can be shown, never another account's, never a deleted one. */
import { expect, test } from "vitest";
import {
  ALL_QUEUES,
  selectableQueues,
  selectionOf,
} from "../../../../src/features/queues/selection.ts";
import { storageKeys } from "../../../../src/lib/storage.ts";
import { queue } from "../../samples.ts";

const CUTS = queue("Cuts");
const BEARDS = queue("Beards");
const CLOSED_EMPTY = queue("Closed", { isActive: false });
const CLOSED_WITH_PEOPLE = queue("Old", { isActive: false, calledCount: 1 });

test("a closed queue is offered while customers are in it", () => {
  const names = selectableQueues([
    CUTS,
    CLOSED_EMPTY,
    CLOSED_WITH_PEOPLE,
    BEARDS,
  ]).map(({ name }) => name);
  expect(names).toEqual(["Beards", "Cuts", "Old"]);
});

const queues = [CUTS, CLOSED_EMPTY, BEARDS];

test.each([
  [null, "Beards"],
  ["Cuts", "Cuts"],
  [ALL_QUEUES, ALL_QUEUES],
  ["Closed", "Beards"],
  ["deleted or somebody else's", "Beards"],
])("for remembered %s is %s", (remembered, shown) => {
  expect(selectionOf(remembered, queues)).toBe(shown);
});

test("is none when there is no queue, whatever is remembered", () => {
  expect(selectionOf(ALL_QUEUES, [])).toBeNull();
  expect(selectionOf("Cuts", [CLOSED_EMPTY])).toBeNull();
});

test("prefers an open queue to a closed one that is first by name", () => {
  const early = queue("A", { isActive: false, waitingCount: 2 });
  expect(selectionOf(null, [early, CUTS])).toBe("Cuts");
});

test("is remembered per user", () => {
  expect(storageKeys.selectedQueue("u1")).not.toBe(
    storageKeys.selectedQueue("u2"),
  );
});
