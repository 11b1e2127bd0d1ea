/** Pagination. */
import { isRefused, type Backend, type Case } from "../case.ts";

type Page = { ns: number[]; isDone: boolean; continueCursor: string };
const fill = (b: Backend, ns: readonly number[]) =>
  b.mutation("db:insertAll", {
    table: "things",
    values: ns.map((n) => ({ n })),
  });
const page = (
  b: Backend,
  numItems: number,
  cursor: string | null,
  more: Record<string, string | number> = {},
) =>
  b.query("queries:page", {
    opts: { numItems, cursor },
    ...more,
  }) as unknown as Promise<Page>;

/** Reads page after page. It stops at some number, so that an endless backend fails. */
async function all(
  b: Backend,
  numItems: number,
  more: Record<string, string | number> = {},
): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = null;
  for (let i = 0; i < 50; i++) {
    const { ns, isDone, continueCursor }: Page = await page(
      b,
      numItems,
      cursor,
      more,
    );
    found.push(...ns);
    if (isDone) return found;
    cursor = continueCursor;
  }
  return [...found, NaN];
}

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

export const pages: readonly Case[] = [
  ...[1, 3, 10, 100].map((size): Case => ({
    title: `[FN23] pages of ${size} join up without gaps or repeats, in both orders`,
    steps: async (b) => {
      await fill(b, TEN);
      return [await all(b, size), await all(b, size, { order: "desc" })];
    },
    gives: [TEN, [...TEN].reverse()],
  })),
  {
    title: "[FN23] pages of a filtered query hold what passes",
    steps: async (b) => {
      await fill(b, TEN);
      return all(b, 2, { min: 5 });
    },
    gives: [5, 6, 7, 8, 9],
  },
  {
    title: "[FN23] an empty table is one empty page",
    steps: async (b) => {
      const { ns, isDone } = await page(b, 5, null);
      return { ns, isDone };
    },
    gives: { ns: [], isDone: true },
  },
  {
    title:
      "[FN23] a page goes on where the one before ended, whatever was deleted meanwhile",
    steps: async (b) => {
      const ids = (await fill(b, TEN)) as string[];
      const first = await page(b, 3, null);
      for (const at of [0, 1, 4])
        await b.mutation("db:remove", { id: ids[at] ?? "" });
      return [first.ns, (await page(b, 3, first.continueCursor)).ns];
    },
    gives: [
      [0, 1, 2],
      [3, 5, 6],
    ],
  },
  {
    title: "[FN24] a cursor that is made up is refused",
    steps: async (b) => {
      await fill(b, TEN);
      return isRefused(page(b, 3, "made up"));
    },
    gives: true,
  },
  {
    title: "[FN24] a page of none is refused",
    steps: (b) => isRefused(page(b, 0, null)),
    gives: true,
    differs: { why: "convex-test does not check", convexTest: false },
  },
];
