/** Runs every case against both backends. A difference fails, unless the case declares it with a reason. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openConvexTest,
  openRealEngine,
  type OpenBackend,
} from "./backends.ts";
import { calls } from "./cases/calls.ts";
import { checks } from "./cases/checks.ts";
import { documents } from "./cases/documents.ts";
import { pages } from "./cases/pages.ts";
import { queries } from "./cases/queries.ts";
import { values } from "./cases/values.ts";
import { world } from "./cases/world.ts";

const cases = [
  ...documents,
  ...values,
  ...queries,
  ...pages,
  ...checks,
  ...calls,
  ...world,
];

describe.for([
  ["convex-test", openConvexTest],
  ["the engine", openRealEngine],
] as const)("on %s", ([name, open]) => {
  let backend: OpenBackend;
  beforeAll(async () => {
    backend = await open();
  });
  afterAll(() => backend.close());

  test.for(cases)("$title", async ({ steps, gives, differs }) => {
    const result = steps(await backend.fresh());
    const other = name === "convex-test" ? differs : undefined;
    if (other !== undefined && "fails" in other)
      await expect(result).rejects.toThrow(other.fails);
    else expect(await result).toEqual(other ? other.convexTest : gives);
  });
});

test("[FN1] every declared difference has a reason and another result", () => {
  const empty = cases.filter(
    ({ gives, differs }) =>
      differs !== undefined &&
      (differs.why === "" ||
        ("convexTest" in differs &&
          isDeepStrictEqual(differs.convexTest, gives))),
  );
  expect(empty.map(({ title }) => title)).toEqual([]);
});
