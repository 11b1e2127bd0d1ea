/** Components, deployed once by the official CLI for all tests. Tests that change the deployment come last. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { openCliProject, type CliProject } from "./cli-project.ts";
import { PROJECT } from "./component-project.ts";

let engine: TestEngine;
let cli: CliProject;
let installed: string;
beforeAll(async () => {
  engine = await openTestEngine({ env: { SECRET: "of the app", SIZE: "xl" } });
  cli = await openCliProject(engine, PROJECT);
  const { code, err } = await cli.deploy();
  expect({ code, err }).toMatchObject({ code: 0 });
  installed = err;
});
afterAll(async () => {
  await cli.close();
  await engine.close();
});
const add = (of: string, name: string) => engine.run("app:add", { of, name });
const read = (of: string, name: string) => engine.run("app:read", { of, name });

/** A call without any rights. */
async function ask(path: string, more: Record<string, unknown> = {}) {
  const response = await fetch(`${engine.url}/api/query`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path, args: {}, format: "json", ...more }),
  });
  const { errorMessage } = (await response.json()) as { errorMessage?: string };
  return errorMessage;
}

test("[CO1] a push installs the components that the app uses and those that they use", async () => {
  for (const path of ["visits", "votes", "visits/journal", "votes/journal"])
    expect(installed).toContain(`Installed component ${path}.`);
  const types = await readFile(
    `${cli.folder}/convex/_generated/api.d.ts`,
    "utf8",
  );
  expect(types).toMatch(/visits: import\(.*counter/);
});

test("[CO2] each component has its own tables, and ids of others mean nothing in it", async () => {
  await add("visits", "door");
  await add("visits", "door");
  await add("votes", "door");
  expect(await read("visits", "door")).toBe(2);
  expect(await read("votes", "door")).toBe(5);
  expect(await engine.run("app:strangers")).toEqual({
    theirsHere: null,
    mineThere: null,
    otherInstance: null,
    own: "theirs",
    normalized: null,
  });
  expect(await engine.run("app:trail", { of: "votes" })).toContain("door");
  const { out } = await cli.convex("data", "--component", "votes");
  expect(out).toBe("counters\n");
});

test("[CO3] a component's writes belong to the caller's transaction and are undone alone when it throws", async () => {
  expect(await engine.run("app:undone")).toEqual([{ code: "failed" }, 0]);
  const client = new ConvexClient(engine.url);
  const seen: number[] = [];
  const args = { of: "visits", name: "live" };
  client.onUpdate(
    makeFunctionReference<"query">("app:read"),
    args,
    (value: number) => seen.push(value),
  );
  await vi.waitFor(() => expect(seen).toEqual([0]));
  await add("visits", "live");
  await vi.waitFor(() => expect(seen).toEqual([0, 1]));
  await client.close();
});

test("[FN23] pages of a component's table join", async () => {
  await add("visits", "first page");
  await add("visits", "second page");
  const names = (await engine.run("app:pages")) as string[];
  expect(names).toEqual([...new Set(names)]);
  expect(names).toEqual(expect.arrayContaining(["first page", "second page"]));
});

test("[CO4] a component sees only its own variables and does not learn who calls", async () => {
  const acting = {
    tokenIdentifier: "issuer|ann",
    subject: "ann",
    issuer: "issuer",
    name: "Ann",
  };
  const { out } = await cli.convex(
    ...["run", "app:facts", '{"of":"votes"}'],
    ...["--identity", JSON.stringify(acting)],
  );
  expect(JSON.parse(out)).toMatchObject({
    app: "Ann",
    secret: null,
    size: "xl",
    step: "5",
    hasUrl: true,
    metadata: { name: "store:facts", componentPath: "votes" },
  });
  expect(await engine.run("app:facts", { of: "visits" })).toMatchObject({
    identity: null,
    secret: null,
    size: null,
    step: null,
  });
});

test("[CO5] administrators can call a component's functions, clients cannot", async () => {
  const unknown =
    "Could not find public function for 'store:facts' in 'visits'.";
  expect(await ask("store:facts", { componentPath: "visits" })).toContain(
    unknown,
  );
  expect(await ask("visits;store:facts")).toContain(unknown);
  expect(await ask("store:facts")).toContain(
    "Could not find public function for 'store:facts'.",
  );
  const { out } = await cli.convex(
    ...["run", "--component", "visits", "store:secret"],
  );
  expect(out).toBe('"secret"\n');
});

test.for([
  ["internal", 'Child component "visits" does not export'],
  ["none", 'Child component "visits" does not export'],
  ["child", 'Child component "nobody" not found'],
])(
  "[CO6] an app cannot use what a component does not offer: %s",
  ([what, why = ""]) =>
    expect(engine.run("app:wrong", { what })).rejects.toThrow(why),
);

test("[CO7] a handle lets a component call the app, and a job is listed where it was scheduled", async () => {
  expect(await engine.run("app:viaAction")).toEqual(["nobody", null]);
  await engine.run("app:later");
  await vi.waitFor(async () => {
    expect(await engine.run("app:notes")).toEqual(
      expect.arrayContaining([
        "called by a component",
        "scheduled by a component",
      ]),
    );
    expect(await read("votes", "from the app")).toBe(5);
    expect(await read("visits", "cron")).toBe(2);
  });
  expect(await engine.run("app:jobs")).toEqual([
    ["votes;store.js:add"],
    ["store.js:begin", ";app.js:note"],
  ]);
});

test("[CO8] crons of a component run in that component", () =>
  vi.waitFor(async () => expect(await read("votes", "cron")).toBe(5)));

test.for([
  [
    "code that throws",
    { "convex/counter/store.ts": 'export {};\nthrow new Error("at import");' },
    "Failed to analyze store.js: Uncaught Error: at import",
  ],
  [
    "a definition that is none",
    { "convex/journal/convex.config.ts": "export default {};" },
    "has an invalid value (missing `export` property",
  ],
] as const)(
  "[CO9] a component that cannot be loaded is refused and changes nothing: %s",
  async ([, broken, why]) => {
    const before = await read("visits", "door");
    for (const [path, text] of Object.entries(broken))
      await cli.write(path, text);
    const { code, err } = await cli.deploy();
    for (const path of Object.keys(broken))
      await cli.write(path, PROJECT[path] ?? "");
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining(why) as string,
    });
    expect(await read("visits", "door")).toBe(before);
  },
);

test("[CO11] an export holds the tables of components under their names", async () => {
  const zip = join(cli.folder, "snapshot.zip");
  expect(await cli.convex("export", "--path", zip)).toMatchObject({ code: 0 });
  const files = unzipSync(await readFile(zip));
  const text = (path: string) => strFromU8(files[path] ?? new Uint8Array());
  expect(text("_components/votes/counters/documents.jsonl")).toContain(
    '"name":"door"',
  );
  const lines = "_components/votes/_components/journal/lines";
  expect(text(`${lines}/documents.jsonl`)).toContain('"line":"door"');
  expect(text("_components/votes/_tables/documents.jsonl")).toContain(
    '"name":"counters"',
  );
  expect(text("_tables/documents.jsonl")).not.toContain("counters");
});

const http = (method: string, path: string, body?: string) =>
  fetch(`${engine.siteUrl}${path}`, { method, ...(body && { body }) });

async function expectHttp() {
  const count = await http("POST", "/visits/count", "by HTTP");
  expect(await count.json()).toEqual({
    ...{ path: "/visits/count", site: "/visits", secret: null },
  });
  const lines = await http("GET", "/visits/journal/lines/");
  const [site, list] = (await lines.json()) as [string, string[]];
  expect(site).toBe(`${engine.siteUrl}/visits/journal`);
  expect(list.at(-1)).toBe("by HTTP");
  expect(await (await http("GET", "/api/hello")).text()).toBe("the app");
  for (const path of ["/hello", "/visits/hello", "/votes/count"])
    expect((await http("GET", path)).status).toBe(404);
}

test("[CO12] HTTP actions of a component are served under the path where it is mounted", () =>
  expectHttp());

test("[CO10] components and their data survive a restart; one that is remounted has its tables again", async () => {
  await engine.stop();
  engine = await engine.restart();
  expect(await read("votes", "door")).toBe(5);
  await expectHttp();
  const config = PROJECT["convex/convex.config.ts"] ?? "";
  const without = config.replace(/app\.use\(counter, \{ name: "votes".*/, "");
  await cli.write("convex/convex.config.ts", without);
  const { err } = await cli.deploy();
  expect(err).toContain("Unmounted component votes.");
  await expect(read("votes", "door")).rejects.toThrow("not found");
  await cli.write("convex/convex.config.ts", config);
  expect((await cli.deploy()).err).toContain("Remounted component votes.");
  expect(await read("votes", "door")).toBe(5);
});
