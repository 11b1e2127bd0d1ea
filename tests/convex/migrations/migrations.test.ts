/** The runner of migrations in a deployment that migrates, with three made-up migrations in place of the product's own. */
import { convexTest } from "convex-test";
import fc from "fast-check";
import { v } from "convex/values";
import { describe, expect, test, vi } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import type { MutationCtx } from "../../../convex/_generated/server.js";
import { inNewestForm } from "../../../convex/migrations/data/newestForm.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { define } from "../../../convex/migrations/rules/define.ts";
import { widened } from "../../../convex/migrations/rules/wideSchema.ts";
import schema from "../../../convex/schema.ts";
import { modules } from "../open-app.ts";

vi.mock("../../../convex/migrations/rules/phase.ts", () => ({
  isMigrating: true,
}));
vi.mock("../../../convex/migrations/rules/list.ts", async () => {
  const { v } = await import("convex/values");
  const { define } = await import("../../../convex/migrations/rules/define.ts");
  return {
    migrations: [
      // Renames a field and changes its kind.
      define({
        name: "bucketTokens",
        table: "rateLimits",
        batchSize: 3,
        older: { left: v.string(), tokens: v.optional(v.number()) },
        migrateOne: ({ left }) => {
          if (left === undefined) return undefined;
          if (!/^\d+$/.test(left)) throw new Error(`no number: ${left}`);
          return { tokens: Number(left), left: undefined };
        },
      }),
      // A later migration of the same table.
      define({
        name: "bucketMilliseconds",
        table: "rateLimits",
        batchSize: 3,
        older: { at: v.object({ seconds: v.number() }) },
        migrateOne: ({ at }) =>
          typeof at === "object" ? { at: at.seconds * 1000 } : undefined,
      }),
      // A field whose value comes from another document.
      define({
        name: "deviceOwner",
        table: "knownDevices",
        batchSize: 3,
        older: { deviceHash: v.optional(v.string()) },
        migrateOne: async ({ deviceHash, userId }, lookup) => {
          if (deviceHash !== undefined) return undefined;
          const user = await lookup.get("users", String(userId));
          return { deviceHash: user?.["email"] ?? null };
        },
      }),
    ],
  };
});

/** A bucket as stored: 0 in the current form, 1 before the second migration, 2 before both. */
type Bucket = { form: 0 | 1 | 2; tokens: number; at: number };

const stored = ({ form, tokens, at }: Bucket, index: number) => ({
  key: `bucket ${index}`,
  ...(form === 2 ? { left: `${tokens}` } : { tokens }),
  at: form === 0 ? at * 1000 : { seconds: at },
});
const migrated = ({ tokens, at }: Bucket, index: number) => ({
  key: `bucket ${index}`,
  tokens,
  at: at * 1000,
});

async function open(buckets: readonly Bucket[]) {
  const app = convexTest(schema, modules);
  await app.run(async (ctx) => {
    for (const [index, bucket] of buckets.entries())
      await ctx.db.insert("rateLimits", stored(bucket, index) as never);
  });
  return {
    app,
    batch: () => app.mutation(internal.migrations.runs.batch, {}),
    run: (batches?: number) =>
      app.action(
        internal.migrations.runs.run,
        batches === undefined ? {} : { batches },
      ),
    status: () => app.query(internal.migrations.runs.status, {}),
    buckets: () =>
      app.run(async (ctx) => {
        const rows = await ctx.db.query("rateLimits").collect();
        return rows.map(({ _id, _creationTime, ...fields }) => fields);
      }),
  };
}

const some = (count: number, form: Bucket["form"] = 2): Bucket[] =>
  Array.from({ length: count }, (_, at) => ({ form, tokens: at + 1, at }));

const bucket = fc.record({
  form: fc.constantFrom(0, 1, 2),
  tokens: fc.nat({ max: 9 }),
  at: fc.nat({ max: 9 }),
});

describe("a run", () => {
  test("brings every document into its current form, keeps ids and order, and reports progress", async () => {
    const { app, run, buckets, status } = await open(some(7));
    await app.run(async (ctx) => {
      const userId = await ctx.db.insert("users", { email: "a@b.example" });
      await ctx.db.insert("knownDevices", { userId } as never);
    });
    expect(await status()).toMatchObject([
      { name: "bucketTokens", isDone: false, processed: 0, startedAt: null },
      { name: "bucketMilliseconds", isDone: false },
      { name: "deviceOwner", isDone: false },
    ]);
    const done = await run();
    expect(await buckets()).toEqual(some(7).map(migrated));
    expect(done).toMatchObject([
      { name: "bucketTokens", isDone: true, processed: 7, error: null },
      { name: "bucketMilliseconds", isDone: true, processed: 7 },
      { name: "deviceOwner", isDone: true, processed: 1 },
    ]);
    for (const { startedAt, finishedAt } of done)
      expect(finishedAt).toBeGreaterThanOrEqual(startedAt ?? Infinity);
    const devices = await app.run((ctx) =>
      ctx.db.query("knownDevices").collect(),
    );
    expect(devices).toMatchObject([{ deviceHash: "a@b.example" }]);
    expect(await run()).toEqual(done);
  });

  test("ends the same whatever interruptions, parallel runs and writes there are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(bucket, { maxLength: 12 }),
        fc.array(bucket, { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 }),
        async (before, meanwhile, cuts) => {
          const { app, batch, run, buckets } = await open(before);
          const written = meanwhile.map(
            (one) => ({ ...one, form: 0 }) as const,
          );
          for (const [at, cut] of cuts.entries()) {
            await Promise.all(Array.from({ length: cut }, batch));
            const next = written[at];
            if (next !== undefined)
              await app.run(async (ctx) => {
                const row = stored(next, before.length + at);
                await ctx.db.insert("rateLimits", row as never);
              });
          }
          await run();
          const all = [...before, ...written.slice(0, cuts.length)];
          expect(await buckets()).toEqual(all.map(migrated));
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("a migration that fails: names itself, the document and the cause, keeps only whole batches, and resumes once that is fixed", async () => {
  const { app, run, buckets, status } = await open(some(7));
  const bad = await app.run(async (ctx) => {
    const rows = await ctx.db.query("rateLimits").collect();
    const fifth = must(rows[4], "fifth bucket")._id;
    await ctx.db.patch("rateLimits", fifth, { left: "many" } as never);
    return fifth;
  });
  const sentence = `Migration "bucketTokens" stopped at document ${bad} of table "rateLimits": no number: many`;
  await expect(run()).rejects.toMatchObject({ data: sentence });
  const older = (await buckets()).map((row) => "left" in row);
  expect(older).toEqual([false, false, false, true, true, true, true]);
  expect((await status())[0]).toMatchObject({
    processed: 3,
    isDone: false,
    error: sentence,
  });
  await app.run(async (ctx) => {
    await ctx.db.patch("rateLimits", bad, { left: "5" } as never);
  });
  const done = await run();
  expect(await buckets()).toEqual(some(7).map(migrated));
  expect(done[0]).toMatchObject({ isDone: true, processed: 7, error: null });
});

test("a migration that fails: does the same when what it would write fits no form", async () => {
  const { app, run } = await open([]);
  const device = await app.run(async (ctx) => {
    const userId = await ctx.db.insert("users", {});
    return await ctx.db.insert("knownDevices", { userId } as never);
  });
  const said = `^Migration "deviceOwner" stopped at document ${device} of table "knownDevices": .*null`;
  await expect(run()).rejects.toMatchObject({
    data: expect.stringMatching(new RegExp(said, "s")) as string,
  });
});

test("data of a newer version is refused and left unchanged", async () => {
  const { app, batch, run, status, buckets } = await open(some(2));
  await app.run(async (ctx) => {
    await ctx.db.insert("migrations", {
      ...{ name: "ofNextYear", cursor: null, isDone: true, processed: 0 },
      ...{ startedAt: 1, finishedAt: 1, error: null },
    });
  });
  const sentence =
    'The data is from a newer version: migration "ofNextYear" is not known here. Deploy that version or a newer one.';
  for (const call of [batch, run, status])
    await expect(call()).rejects.toMatchObject({ data: sentence });
  expect(await buckets()).toEqual(some(2).map(stored));
});

describe("functions during a migration", () => {
  /** A function that runs when two of five buckets are migrated. */
  async function meanwhile<T>(use: (ctx: MutationCtx) => Promise<T>) {
    const open5 = await open(some(5));
    await open5.app.run(async (ctx) => await use(inNewestForm(ctx)));
    return open5;
  }
  const today = some(5).map(migrated);

  test("read every document in its newest form, however they read", async () => {
    await meanwhile(async ({ db }) => {
      const rows = await db.query("rateLimits").collect();
      const first = must(rows[0], "first bucket");
      expect(rows).toMatchObject(today);
      expect(rows.some((row) => "left" in row)).toBe(false);
      const query = () => db.query("rateLimits").order("desc");
      const byKey = (key: string) =>
        db
          .query("rateLimits")
          .withIndex("by_key", (q) => q.eq("key", key))
          .unique();
      const page = await query().paginate({ cursor: null, numItems: 2 });
      const each = [];
      for await (const row of query()) each.push(row);
      expect(await query().take(2)).toMatchObject([today[4], today[3]]);
      expect(await query().first()).toMatchObject(today[4] ?? {});
      expect(await byKey("bucket 2")).toMatchObject(today[2] ?? {});
      expect(await byKey("none")).toBeNull();
      expect(page.page).toMatchObject([today[4], today[3]]);
      expect(each).toMatchObject([...today].reverse());
      expect(await db.get("rateLimits", first._id)).toEqual(first);
      await db.delete("rateLimits", first._id);
      expect(await db.get("rateLimits", first._id)).toBeNull();
    });
  });

  test("leave a document that they patch completely in its newest form", async () => {
    const { buckets } = await meanwhile(async ({ db }) => {
      const row = await db.query("rateLimits").first();
      if (row !== null) await db.patch("rateLimits", row._id, { tokens: 40 });
    });
    const [patched, ...others] = await buckets();
    expect(patched).toEqual({ ...today[0], tokens: 40 });
    expect(others).toEqual(some(5).map(stored).slice(1));
  });
});

describe("the widened schema", () => {
  const shape = (of: object) =>
    JSON.parse((of as { export: () => string }).export()) as {
      tables: { tableName: string; documentType: { value: object } }[];
    };
  const fields = (of: object) =>
    shape(of).tables.find(({ tableName }) => tableName === "rateLimits")
      ?.documentType.value;
  const number = { type: "number" };
  const change = (older: object) =>
    define({
      name: "change",
      table: "rateLimits",
      older: older as Record<string, never>,
      migrateOne: () => undefined,
    });

  test("accepts a field as it is, as it was, and absent if it was", () => {
    expect(fields(schema)).toMatchObject({
      left: { fieldType: { type: "string" }, optional: true },
      tokens: { fieldType: { type: "union" }, optional: true },
      at: {
        fieldType: { value: [number, { type: "object" }] },
        optional: false,
      },
      key: { fieldType: { type: "string" }, optional: false },
    });
  });

  test("keeps indexes and all other tables", () => {
    const wide = shape(widened(schema, [change({ at: v.string() })]));
    const without = ({ tables }: typeof wide) =>
      tables.map(({ documentType, ...rest }) => rest);
    expect(without(wide)).toEqual(without(shape(schema)));
  });

  test("reports a migration of an unknown table", () => {
    const lost = { ...change({}), table: "rateLimit" };
    expect(() => widened(schema, [lost])).toThrow(
      'Migration "change" is of no table: "rateLimit"',
    );
  });
});
