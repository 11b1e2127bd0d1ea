/**
 * Deployments as earlier versions of the product left them: their schema, and a document of every form (earlier/). The
 * engine's clock stands almost still at the time when they were kept. Ids are the engine's own: tests use `newId`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runAsAdmin } from "../../engine/bench/deployment/admin.ts";
import { push } from "../../engine/bench/deployment/deploy.ts";
import { bundleSources } from "../../engine/tests/bundle.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(import.meta.dirname, "earlier");

/** A document with its table. */
export type Kept = { table: string; _id: string } & Record<string, unknown>;

export type EarlierVersion = {
  /** The result of `schema.export()`. */
  readonly schema: { tables: unknown[]; schemaValidation: boolean };
  readonly documents: readonly Kept[];
};

/** @param name a folder of earlier/ */
export function readVersion(name: string): EarlierVersion {
  const read = (file: string) =>
    readFileSync(join(FOLDER, name, file), "utf8").trim();
  return {
    schema: JSON.parse(read("schema.json")) as EarlierVersion["schema"],
    documents: read("documents.jsonl")
      .split("\n")
      .map((line) => JSON.parse(line) as Kept),
  };
}

/**
 * Node's arguments for an engine whose clock starts at `now` and runs a thousand times slower, so that an offer for
 * ten seconds stays open.
 */
export function almostStill(now: number): string[] {
  const source = `
    const RealDate = Date, began = RealDate.now();
    globalThis.Date = class extends RealDate {
      constructor(...args) {
        if (args.length === 0) super(Date.now());
        else super(...args);
      }
      static now() {
        return ${now} + Math.floor((RealDate.now() - began) / 1000);
      }
    };`;
  return ["--import", `data:text/javascript,${encodeURIComponent(source)}`];
}

/** When the waiting job is due, epoch ms. */
export const WAITS_UNTIL = 1_893_456_000_000;

/** Functions that insert documents unchanged and unchecked. */
const LOADER = `
  import { internalMutationGeneric as mutation } from "convex/server";
  export const insert = mutation({
    handler: (ctx, { table, documents }) =>
      Promise.all(documents.map((document) => ctx.db.insert(table, document))),
  });
  export const replace = mutation({
    handler: async (ctx, { documents }) => {
      for (const { _id, ...fields } of documents) await ctx.db.replace(_id, fields);
    },
  });
  export const wait = mutation({
    handler: async (ctx, { at, args }) => void (await ctx.scheduler.runAt(at, "timers:pauseOver", args)),
  });`;

/** Waits as a job. That version had its functions directly in convex/. */
const WAITING = `
  import { internalMutationGeneric as internalMutation } from "convex/server";
  export const pauseOver = internalMutation({ handler: () => null });`;

/**
 * Makes an empty deployment like that version, in data and schema.
 * @returns the same documents with the ids that they have here
 * @throws Error when they do not fit their own schema
 */
export async function plantVersion(
  url: string,
  { schema, documents }: EarlierVersion,
): Promise<Kept[]> {
  const deploy = async (schemaValidation: boolean) => {
    const text = JSON.stringify({ ...schema, schemaValidation });
    const sources = {
      "load.ts": LOADER,
      "timers.ts": WAITING,
      "schema.ts": `export default { export: () => ${JSON.stringify(text)} };`,
    };
    await push(url, await bundleSources(sources, ROOT));
  };
  await deploy(false);
  const newIds = new Map<string, string>();
  for (const [table, own] of Map.groupBy(documents, (one) => one.table)) {
    const fields = own.map((one) => fieldsOf(one));
    const args = { table, documents: fields };
    const ids = (await runAsAdmin(url, "load:insert", args)) as string[];
    for (const [index, id] of ids.entries())
      newIds.set(own[index]?._id ?? "", id);
  }
  const text = JSON.stringify(documents).replace(
    /\b[a-z0-9]{32}\b/g,
    (id) => newIds.get(id) ?? id,
  );
  const here = JSON.parse(text) as Kept[];
  for (const own of Map.groupBy(here, (one) => one.table).values()) {
    const whole = own.map((one) => ({ ...fieldsOf(one), _id: one._id }));
    await runAsAdmin(url, "load:replace", { documents: whole });
  }
  await deploy(true);
  const line = here.find(({ table }) => table === "lines");
  const args = { lineId: line?._id ?? "", until: 1 };
  await runAsAdmin(url, "load:wait", { at: WAITS_UNTIL, args });
  return here;
}

const fieldsOf = ({ table, _id, _creationTime, ...fields }: Kept) => fields;
