import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../storage/store.ts";
import { decodeId } from "../../values/ids.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { type CliProject, openCliProject } from "./cli-project.ts";

const SERVER = `import { actionGeneric as action, anyApi, mutationGeneric as mutation, queryGeneric as query } from "convex/server";`;
/** The same for every box. */
const BOX = `${SERVER}
  export const store = action(async (ctx, { text }) => await ctx.storage.store(new Blob([text], { type: "text/plain" })));
  export const upload = mutation(async (ctx) => await ctx.storage.generateUploadUrl());
  export const uploadInAction = action(async (ctx) => await ctx.storage.generateUploadUrl());
  export const list = query(async (ctx) => (await ctx.db.system.query("_storage").collect()).map(({ _id }) => _id));
  export const empty = mutation(async (ctx) => {
    for (const { _id } of await ctx.db.system.query("_storage").collect()) await ctx.storage.delete(_id);
  });
  export const look = query(async (ctx, { id }) => [
    await ctx.storage.getUrl(id), await ctx.storage.getMetadata(id), await ctx.db.system.get(id)]);
  export const lookInAction = action(async (ctx, { id }) => [
    await ctx.storage.getUrl(id), await ctx.storage.getMetadata(id), await ctx.storage.get(id)]);
  export const remove = mutation(async (ctx, { id }) => { await ctx.storage.delete(id); });
  export const removeInAction = action(async (ctx, { id }) => { await ctx.storage.delete(id); });
  export const later = mutation(async (ctx) => await ctx.scheduler.runAfter(3_600_000, anyApi.box.empty, {}));
  export const jobs = query(async (ctx) =>
    (await ctx.db.system.query("_scheduled_functions").collect()).map(({ _id, state }) => [_id, state.kind]));
  export const cancel = mutation(async (ctx, { id }) => { await ctx.scheduler.cancel(id); });
  export const cancelInAction = action(async (ctx, { id }) => { await ctx.scheduler.cancel(id); });
`;
const PROJECT = {
  "convex/convex.config.ts": `
    import { defineApp } from "convex/server";
    import outer from "./outer/convex.config";
    const app = defineApp();
    app.use(outer, { name: "one" });
    app.use(outer, { name: "two" });
    export default app;`,
  "convex/outer/convex.config.ts": `
    import { defineComponent } from "convex/server";
    import inner from "../inner/convex.config";
    const component = defineComponent("outer");
    component.use(inner);
    export default component;`,
  "convex/inner/convex.config.ts": `
    import { defineComponent } from "convex/server";
    export default defineComponent("inner");`,
  "convex/box.ts": BOX,
  "convex/outer/box.ts": BOX,
  "convex/inner/box.ts": BOX,
};
const OWNERS = ["", "one", "two", "one/inner", "two/inner"];
let engine: TestEngine;
let cli: CliProject;
beforeAll(async () => {
  engine = await openTestEngine();
  cli = await openCliProject(engine, PROJECT);
  expect(await cli.deploy()).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await cli.close();
  await engine.close();
});

/** Runs a function of the box of a component, given by path; "" is the app. */
const run = (name: string, args: Record<string, unknown>, owner: string) =>
  engine.run(`box:${name}`, args, owner);

async function post(url: unknown, text: string): Promise<string> {
  const response = await fetch(String(url), { method: "POST", body: text });
  return ((await response.json()) as { storageId: string }).storageId;
}

test("[CO13] [ST33] each component has its own files, whichever way they come, and deletes no others", async () => {
  const files = new Map<string, string[]>();
  for (const owner of OWNERS)
    files.set(owner, [
      (await run("store", { text: `of ${owner}` }, owner)) as string,
      await post(await run("upload", {}, owner), "uploaded"),
      await post(await run("uploadInAction", {}, owner), "uploaded too"),
    ]);
  const lists = async () => {
    const all: [string, unknown][] = [];
    for (const owner of OWNERS) all.push([owner, await run("list", {}, owner)]);
    return new Map(all);
  };
  expect(await lists()).toEqual(files);
  // As on Convex Cloud, all ids show the same table number. An import then finds it free.
  const shown = [...files.values()].flat().map((id) => decodeId(id)?.table);
  expect(new Set(shown).size).toBe(1);
  await run("empty", {}, "one");
  expect(await lists()).toEqual(new Map(files).set("one", []));
  const [kept = ""] = files.get("") ?? [];
  const [url] = (await run("look", { id: kept }, "")) as [string];
  expect(await (await fetch(url)).text()).toBe("of ");
});

test("[CO13] the id of another component's file looks like the id of a missing file", async () => {
  for (const owner of ["", "two/inner"]) {
    const id = (await run("store", { text: "a secret" }, owner)) as string;
    for (const other of OWNERS) {
      if (other === owner) continue;
      const nothing = [null, null, null];
      expect(await run("look", { id }, other)).toEqual(nothing);
      expect(await run("lookInAction", { id }, other)).toEqual(nothing);
      for (const remove of ["remove", "removeInAction"])
        await expect(run(remove, { id }, other)).rejects.toThrow(
          `storage id ${id} not found`,
        );
    }
    expect(await run("list", {}, owner)).toContain(id);
  }
});

test("[CO7] a component neither sees nor cancels the jobs of others", async () => {
  const jobs = new Map<string, unknown>();
  for (const owner of OWNERS) jobs.set(owner, await run("later", {}, owner));
  for (const [owner, id] of jobs) {
    expect(await run("jobs", {}, owner)).toEqual([[id, "pending"]]);
    for (const other of OWNERS)
      if (other !== owner)
        for (const cancel of ["cancel", "cancelInAction"])
          await expect(run(cancel, { id }, other)).rejects.toThrow(
            'expected to be an Id<"_scheduled_functions">',
          );
  }
  for (const [owner, id] of jobs)
    expect(await run("jobs", {}, owner)).toEqual([[id, "pending"]]);
});

test("[CO13] in a data folder from before components had files, all files are the app's", async () => {
  const before = await run("list", {}, "");
  await engine.stop();
  const store = openStore({ folder: engine.data });
  const without = store.catalog
    .tables()
    .filter(
      ({ name, namespace }) =>
        namespace === undefined || !/^_(?:storage|file_keys)$/.test(name),
    );
  await store.switchTables(await store.draftTables([]), without);
  expect(store.catalog.table("_storage", "one")).toBeUndefined();
  await store.close();
  engine = await engine.restart();
  expect(await run("list", {}, "")).toEqual(before);
  const id = await run("store", { text: "new" }, "one");
  expect(await run("list", {}, "one")).toEqual([id]);
  expect(await run("list", {}, "")).toEqual(before);
  expect(engine.errors).toEqual([]);
});
