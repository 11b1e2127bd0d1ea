import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { Deployment } from "../../deploy/deployment.ts";
import {
  type ImportContext,
  performImport,
} from "../../snapshots/import-job.ts";
import type { ImportMode } from "../../snapshots/import-plan.ts";
import type { ImportSchemas } from "../../snapshots/import-schema.ts";
import { WriterClient } from "../../storage/writer/writer-client.ts";
import { openDatabase } from "../../transactions/database.ts";
import { must } from "../../values/user-error.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import {
  fillDisk,
  insertDurably,
  open,
  temporaryFolder,
} from "../storage/test-store.ts";
import {
  draftedIn,
  exportOf,
  perform,
  runImport,
  upload,
} from "./import-calls.ts";
import { line } from "./wrong-files.ts";

const FUNCTIONS = `import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
  export const store = action(async (ctx) => await ctx.storage.store(new Blob(["a logo"])));
  export const urlOf = query(async (ctx, { id }) => await ctx.storage.getUrl(id));
  export const add = mutation(async (ctx) => await ctx.db.insert("visits", { n: 0 }));
  export const all = query(async (ctx) => (await ctx.db.query("visits").collect()).map(({ n }) => n));`;
const VISITS = {
  format: "jsonLines",
  table: "visits",
  mode: "replace",
} as const;
afterEach(() => vi.restoreAllMocks());

async function openWithVisit(): Promise<TestEngine> {
  const engine = await openTestEngine({ sources: { "app.ts": FUNCTIONS } });
  onTestFinished(() => engine.close());
  await engine.run("app:add");
  return engine;
}

/** Each caller that waits for a turn among the deploys gets it when `end` is called, as behind a long push. */
function pushForLong(): { asked: () => number; end: () => Promise<unknown> } {
  const push = Promise.withResolvers<void>();
  const alone = vi.spyOn(Deployment.prototype, "alone");
  alone.mockImplementation((work) => push.promise.then(work));
  return {
    asked: () => alone.mock.calls.length,
    end: () => {
      push.resolve();
      return Promise.allSettled(
        alone.mock.results.map(({ value }) => value as unknown),
      );
    },
  };
}

type Meanwhile = {
  /** Creates a table. @returns its number */
  readonly make: (name: string) => Promise<number>;
  readonly add: (name: string) => Promise<unknown>;
  readonly deploy: (schemas: ImportSchemas) => void;
};

/** A schema in which documents of `visits` have ids of `shops`. */
const REFERRING: ImportSchemas = {
  schema: {
    schemaValidation: true,
    tables: [
      {
        tableName: "visits",
        documentType: {
          type: "object",
          value: {
            shop: {
              fieldType: { type: "id", tableName: "shops" },
              optional: true,
            },
          },
        },
      },
    ],
  },
  components: [],
};

test.each<
  [
    what: string,
    code: string,
    mode: ImportMode,
    deployed: ImportSchemas | null,
    meanwhile: (world: Meanwhile) => unknown,
  ]
>([
  [
    "another schema",
    "ImportSchemaChanged",
    "replace",
    null,
    ({ deploy }) => deploy(REFERRING),
  ],
  [
    "a table with the number that it wanted",
    "ImportConflict",
    "replace",
    null,
    ({ make }) => make("other"),
  ],
  [
    "a document in the table, which has to be empty",
    "TableExists",
    "requireEmpty",
    null,
    ({ add }) => add("shops"),
  ],
  [
    "a document that may refer to what changes its ids",
    "ImportForeignKey",
    "replace",
    REFERRING,
    ({ add }) => add("visits"),
  ],
])(
  "[SN13] an import is refused when there is %s at its end",
  async (_what, code, mode, deployed, meanwhile) => {
    const folder = temporaryFolder();
    const store = open({ folder });
    const numberOf = (name: string) =>
      must(store.catalog.table(name), name).number;
    const make = async (name: string) => {
      await store.changeCatalog({
        tables: [{ name, indexes: [] }],
        isPart: true,
      });
      return numberOf(name);
    };
    const shops = await make("shops");
    await make("visits");
    let schemas = deployed;
    const context: ImportContext = {
      store,
      database: openDatabase(store),
      // No file is imported.
      files: {} as ImportContext["files"],
      folder,
      deployment: {
        get schemas() {
          return schemas;
        },
        async alone(work) {
          await meanwhile({
            make,
            add: (name) => insertDurably(store, numberOf(name), {}),
            deploy: (next) => (schemas = next),
          });
          return work();
        },
      },
      now: Date.now,
    };
    // The first keeps its number, or gets another one if ids refer to it. The second is new.
    const number = deployed === null ? shops : shops + 100;
    const tables = [
      { name: "shops", component: "", number },
      { name: "brought", component: "", number: null },
    ];
    const told: string[] = [];
    const imported = performImport(
      context,
      {
        source: {
          tables: tables.map(({ name, component }) => ({
            ...{ name, component, wholeNumbers: "float64" as const },
            async *rows() {
              yield* await Promise.resolve([]);
            },
          })),
          ...{ numbers: [], files: [], size: 0, close: () => undefined },
        },
        ...{ format: "zip", mode, wanted: tables },
      },
      {
        progress: () => undefined,
        done: (line) => void told.push(line),
        signal: new AbortController().signal,
      },
    );
    await expect(imported).rejects.toMatchObject({ code });
    expect(told).toEqual([
      'Imported "shops" (0 documents)',
      'Imported "brought" (0 documents)',
    ]);
    expect(store.catalog.table("brought")).toBeUndefined();
    expect(numberOf("shops")).toBe(shops);
    await vi.waitFor(() => expect(draftedIn(folder)).toBe(0));
  },
);

test("[SN15] the engine stops without waiting for a push to end an import", async () => {
  const engine = await openWithVisit();
  const push = pushForLong();
  const { id } = await upload(engine, line({ n: 1 }), VISITS);
  await engine.admin("POST", "/api/perform_import", { importId: id });
  await vi.waitUntil(() => push.asked() === 1);
  await engine.stop();
  await push.end();
  const next = await openTestEngine({ data: engine.data });
  expect(await next.run("app:all")).toEqual([0]);
  await next.stop();
  expect([...engine.errors, ...next.errors]).toEqual([]);
});

test("[SN10] a stored file keeps its address even when a failed import has left a content under it", async () => {
  const [source, target] = [await openWithVisit(), await openWithVisit()];
  const id = await source.run("app:store");
  const addressOf = async (engine: TestEngine) =>
    new URL((await engine.run("app:urlOf", { id })) as string);
  const { pathname } = await addressOf(source);
  const left = join(target.data, "files", basename(pathname));
  await writeFile(left, "half");
  const snapshot = await exportOf(source);
  const { mode } = VISITS;
  const seen = await runImport(target, snapshot, { mode });
  expect(seen).toMatchObject({ state: "completed" });
  const url = await addressOf(target);
  expect(url.pathname).toBe(pathname);
  expect(await (await fetch(url)).text()).toBe("a logo");
});

test("[SN13] an import is complete when the disk is full right after the switch", async () => {
  const engine = await openWithVisit();
  const { id } = await upload(engine, line({ n: 1 }, { n: 2 }), VISITS);
  const request = vi.spyOn(WriterClient.prototype, "request");
  const free = Promise.withResolvers<() => void>();
  const look = () => {
    // Another request may follow it at once.
    const hasSwitched = request.mock.calls.some(
      ([{ kind }]) => kind === "switch",
    );
    if (hasSwitched) free.resolve(fillDisk());
    else setImmediate().then(look, () => undefined);
  };
  look();
  const end = await perform(engine, id);
  (await free.promise)();
  expect(end).toMatchObject({ state: "completed", num_rows_written: "2" });
  request.mockRestore();
  await vi.waitFor(async () => {
    await engine.run("app:add");
    const all = (await engine.run("app:all")) as number[];
    expect(all.slice(0, 2).sort()).toEqual([1, 2]);
  });
});
