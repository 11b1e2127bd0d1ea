import { expect, test } from "vitest";
import {
  module,
  pushRequest,
  query,
  schemaOf,
  open,
  useDeploy,
  reopen,
} from "./open-deploy.ts";

/** A schema whose table `notes` takes any document. */
const ANY = { schema: schemaOf("notes", { type: "any" }) };
useDeploy();

test("[DE14] variables are set, replaced and removed together, survive a restart, and reload the functions", async () => {
  await open.push(pushRequest([module("a.js")]));
  let told = 0;
  open.deployment.watch(() => told++);
  await open.deployment.changeEnvironment([
    { name: "A", value: "1" },
    { name: "B", value: "two words" },
  ]);
  await open.deployment.changeEnvironment([
    { name: "A", value: null },
    { name: "B", value: "" },
    { name: "NEVER_SET", value: null },
  ]);
  expect(open.deployment.environment).toEqual({ B: "" });
  expect([told, open.loaded.length]).toEqual([2, 3]);
  expect(open.events.forgotten).toBeGreaterThanOrEqual(2);
  await reopen();
  expect(open.deployment.environment).toEqual({ B: "" });
});

test("[DE15] one bad variable refuses the whole change, with the backend's text", async () => {
  const refused = (name: string, value: string, text: string) =>
    expect(
      open.deployment.changeEnvironment([
        { name: "GOOD", value: "1" },
        { name, value },
      ]),
    ).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(text) as string,
    });
  await refused(
    "1A",
    "x",
    "The environment variable name 1A is invalid. Environment variable names must begin with a letter and may only include characters a-z, A-Z, 0-9, and underscores.",
  );
  await refused("A".repeat(257), "x", "is too long");
  await refused(
    "A",
    "é".repeat(4097),
    "value is 8194 bytes, which is too large",
  );
  await refused(
    "CONVEX_SITE_URL",
    "x",
    'Environment variable with name "CONVEX_SITE_URL" is built-in and cannot be overridden',
  );
  expect(open.deployment.environment).toEqual({});
  const many = Array.from({ length: 513 }, (_, n) => ({
    name: `V${n}`,
    value: "x",
  }));
  await expect(open.deployment.changeEnvironment(many)).rejects.toThrow(
    "The environment variable limit (512) has been met.",
  );
  await open.deployment.changeEnvironment(many.slice(1));
});

test("[DE16] the CLI's queries list variables, tables and functions, and return the address", async () => {
  await open.push(
    pushRequest(
      [
        module("messages.js", { functions: [query("list")] }),
        module("http.js", {
          httpRoutes: [{ route: { path: "/x", method: "GET" }, pos: null }],
        }),
      ],
      ANY,
    ),
  );
  await open.deployment.changeEnvironment([
    { name: "B", value: "2" },
    { name: "A", value: "1" },
  ]);
  const variables = "_system/cli/queryEnvironmentVariables";
  const seen = await open.ask(variables);
  expect(seen).toEqual([
    { name: "A", value: "1" },
    { name: "B", value: "2" },
  ]);
  const found = await open.ask(`${variables}:get`, { name: "B" });
  expect(found).toEqual({ name: "B", value: "2" });
  for (const name of ["C", "toString", "__proto__"])
    expect(await open.ask(`${variables}:get`, { name })).toBeNull();
  const builtIn = { name: "CONVEX_SITE_URL" };
  const given = await open.ask(`${variables}:get`, builtIn);
  expect(given).toEqual({ ...builtIn, value: "http://localhost:3211" });
  expect(await open.ask("_system/cli/tables")).toEqual({
    page: [{ name: "notes" }],
    isDone: true,
    continueCursor: "end",
  });
  expect(await open.ask("_system/cli/modules:apiSpec")).toEqual([
    {
      identifier: "messages.js:list",
      functionType: "Query",
      visibility: { kind: "public" },
      args: { type: "any" },
      returns: { type: "any" },
    },
    { functionType: "HttpAction", method: "GET", path: "/x" },
  ]);
  expect(await open.ask("_system/cli/convexUrl:cloudUrl")).toBe(
    "http://localhost:3210",
  );
});

test("[DE17] pages of a table join up without gaps or repeats, in both orders", async () => {
  await open.push(pushRequest([module("a.js")], ANY));
  for (let n = 0; n < 5; n++) await open.insert("notes", { n });
  const read = async (order: string) => {
    const found: unknown[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < 10; pages++) {
      const { page, isDone, continueCursor } = (await open.ask(
        "_system/cli/tableData",
        { table: "notes", order, paginationOpts: { cursor, numItems: 2 } },
      )) as { page: { n: number }[]; isDone: boolean; continueCursor: string };
      found.push(...page.map(({ n }) => n));
      if (isDone) break;
      cursor = continueCursor;
    }
    return found;
  };
  expect(await read("asc")).toEqual([0, 1, 2, 3, 4]);
  expect(await read("desc")).toEqual([4, 3, 2, 1, 0]);
  for (const numItems of [0, -1, "2"])
    await expect(
      open.ask("_system/cli/tableData", {
        ...{ table: "notes", paginationOpts: { cursor: null, numItems } },
      }),
    ).rejects.toThrow("numItems must be a positive number");
});

test("[DE16] the size of a table is known beyond what one query may read or count", async () => {
  const schema = schemaOf("notes", { type: "any" });
  await open.push(pushRequest([module("a.js")], { schema }));
  const size = () => open.ask("_system/cli/tableSize", { tableName: "notes" });
  expect(await size()).toBe(0);
  await open.insertAll(
    "notes",
    Array.from({ length: 10_001 }, (_, n) => ({ n })),
  );
  expect(await size()).toBe(10_001);
  const long = Array.from({ length: 9 }, () => ({ text: "x".repeat(1e6) }));
  await open.insertAll("notes", long);
  await open.insertAll("notes", long);
  expect(await size()).toBe(10_019);
});
