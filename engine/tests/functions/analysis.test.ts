import { expect, onTestFinished, test } from "vitest";
import {
  evaluateDefinitions,
  type DefinitionSource,
} from "../../functions/analysis/definitions.ts";
import { UserError } from "../../values/user-error.ts";
import { functionsOf, messageOf, openTestFunctions } from "./open-functions.ts";

const app = functionsOf({ "a.ts": "export const one = 1;" });
const NO_ROUTER = "The default export of `convex/http.js` is not a Router.";
const NO_CRONS =
  "The default export of `convex/crons.js` is not a Crons object.";
const NO_AUTH = "auth config file is missing default export.";
const NO_SCHEMA = "it has no `export` method";

test.for([
  ["http.ts", "export const a = 1;", "must have a default export of a Router"],
  ["http.ts", "export default null;", NO_ROUTER],
  ["http.ts", "export default { getRoutes: () => [] };", NO_ROUTER],
  ["http.ts", "export default { isRouter: true };", NO_ROUTER],
  [
    "http.ts",
    "export default { isRouter: true, getRoutes: () => [['/a', 'TRACE', {}]] };",
    "('TRACE' is not not a routable method",
  ],
  ["crons.ts", "export const a = 1;", "must have a default export of a Crons"],
  ["crons.ts", "export default null;", NO_CRONS],
  ["crons.ts", "export default { export: () => '{}' };", NO_CRONS],
  ["crons.ts", "export default { isCrons: true };", NO_CRONS],
  ["auth.config.ts", "export const a = 1;", NO_AUTH],
  ["auth.config.ts", "export default null;", NO_AUTH],
  ["auth.config.ts", "throw new Error('mine');", "Uncaught Error: mine"],
  [
    "auth.config.ts",
    "try { process.env.ISSUER; } catch {} throw new Error('mine');",
    "Environment variable ISSUER is used in auth config file but its value was not set",
  ],
  ["auth.config.ts", "export default { a: 1n };", "serialize a BigInt"],
  [
    "auth.config.ts",
    "export default { toJSON() { throw new Error('mine'); } };",
    "Uncaught Error: mine",
  ],
  [
    "http.ts",
    "export default { isRouter: true, getRoutes: () => 5 };",
    "Uncaught TypeError",
  ],
  [
    "http.ts",
    "export default { isRouter: true, getRoutes: () => [['/a', 'GET']] };",
    "Uncaught TypeError",
  ],
  [
    "crons.ts",
    "export default { isCrons: true, export: () => '{' };",
    "Uncaught SyntaxError",
  ],
  [
    "crons.ts",
    "export default { isCrons: true, export() { throw new Error('mine'); } };",
    "Uncaught Error: mine",
  ],
  [
    "b.ts",
    "export const f = { isQuery: true, isPublic: true, exportArgs() { throw new Error('mine'); } };",
    "Uncaught Error: mine",
  ],
  ["schema.ts", "export default null;", NO_SCHEMA],
  ["schema.ts", "export default { export: 5 };", NO_SCHEMA],
  ["schema.ts", "throw new Error('mine');", "Failed to evaluate schema: Unca"],
  [
    "b.ts",
    "export const f = { isQuery: true, isPublic: true, exportArgs: 5 };",
    '"b.js":f.exportArgs is not a function or `undefined`.',
  ],
  [
    "b.ts",
    "export const f = { isQuery: true, isPublic: true, exportReturns: () => 5 };",
    '"b.js":f.exportReturns() didn\'t return a string.',
  ],
  [
    "b.ts",
    `export const f = { isQuery: true, isPublic: true, exportReturns: () => '{"type":"array","value":{"type":"function"}}' };`,
    '"b.js":f.exportReturns(): Unknown validator type "function"',
  ],
  ["b.ts", "throw null;", "Failed to analyze b.js: Uncaught null"],
  ["b.ts", "throw undefined;", "Failed to analyze b.js: Uncaught undefined"],
  ["b.ts", "await new Promise(() => {});", "Top-level awaits never resolved"],
  ["b.ts", '"use node"; throw new Error("mine");', "Uncaught Error: mine"],
  [
    "b.ts",
    '"use node"; export const f = query(() => 1);',
    "f defined in b.js is a Query function. Only actions can be defined in Node.js.",
  ],
] as const)("[DE11] %s is refused: %s", async ([file, source, text]) => {
  const deployed = app().deploy({ [file]: source });
  await expect(deployed).rejects.toBeInstanceOf(UserError);
  await expect(deployed).rejects.toThrow(text);
});

test.for([
  [
    "export default { providers: [{ domain: process.env.ISSUER }] };",
    "AuthConfigMissingEnvironmentVariable",
  ],
  ["throw new Error('mine');", "InvalidAuthConfig"],
  ["export const a = 1;", "InvalidAuthConfig"],
] as const)(
  "[DE11] auth.config.ts `%s` is refused with the code %s",
  async ([source, code]) => {
    await expect(
      app().deploy({ "auth.config.ts": source }),
    ).rejects.toMatchObject({ code });
  },
);

test("[DE5] an export named `then` is one like any other, though promises call such a method", async () => {
  const own = await openTestFunctions({
    "a.ts": "export const then = query(() => 'query');",
    "b.ts": "export const then = action(() => 'action');",
    "c.ts": `"use node"; export const then = action(() => 'node');`,
    "d.ts": "export function then() {} export const f = query(() => 'f');",
  });
  onTestFinished(() => own.close());
  expect(await own.query("a:then")).toBe("query");
  expect(await own.action("b:then")).toBe("action");
  expect(await own.action("c:then")).toBe("node");
  expect(await own.query("d:f")).toBe("f");
});

test("[DE11] a module that loops on import is named", async () => {
  const own = await openTestFunctions({}, { limits: { importTime: 500 } });
  onTestFinished(() => own.close());
  const deployed = own.deploy({ "a.ts": "for (;;);", "b.ts": "" });
  await expect(deployed).rejects.toThrow(
    "Failed to analyze a.js: Importing it takes too long: it may loop.",
  );
});

const definition = (
  path: string,
  source: string,
  dependencies: string[] = [],
): DefinitionSource => ({
  ...{ path, dependencies },
  module: { path: "convex.config.js", source, environment: "isolate" },
});
const given = (exported: string) =>
  `export default { export: () => (${exported}) };`;
const NO_OBJECT = "the default export is not an object";
const NONE = "doesn’t return an object";

test.for([
  ["", [], "Component definition not found: "],
  ["export default {};", ["a"], "Component definition not found: a"],
  ["export default {};", [""], "Found cyclic definition dependency"],
  ["export const a = 1;", [], "in your app has an invalid value (missing"],
  ["export default 5;", [], NO_OBJECT],
  ["export default null;", [], NO_OBJECT],
  [`${given("{}")} export const a = 1;`, [], "has more than one export"],
  [given("5"), [], NONE],
  [given("null"), [], NONE],
  [given("{ a: 1n }"), [], "serialize a BigInt"],
  ["throw new Error('mine');", [], "Uncaught Error: mine"],
] as const)(
  "[CO9] a definition %s with dependencies %j is refused",
  async ([source, dependencies, text]) => {
    const sources = source ? [definition("", source, [...dependencies])] : [];
    const evaluated = evaluateDefinitions(sources, {}, 10_000);
    await expect(evaluated).rejects.toBeInstanceOf(UserError);
    await expect(evaluated).rejects.toThrow(text);
  },
);

test("[CO4] a component's definition sees no variables, the app's sees those of the deployment", async () => {
  const source = given(
    "{ definitionType: { type: 'app', name: process.env.A } }",
  );
  const of = async (path: string) => {
    const sources = [
      definition("", path === "" ? source : given("{}"), path ? [path] : []),
      definition(path || "other", source),
    ];
    return (await evaluateDefinitions(sources, { A: "a" }, 10_000)).get("");
  };
  expect((await of(""))?.definitionType.name).toBe("a");
  expect(await messageOf(of("b"))).toContain(
    "Environment variables are only supported in the app's convex.config.ts.",
  );
});

test("[DE11] a schema may ask whether a variable exists, as imported packages do, but not read it", async () => {
  const schema = (when: string) => ({
    "schema.ts": `if (${when}) throw new Error("set"); export default { export: () => '{"tables":[],"schemaValidation":true}' };`,
  });
  await app().deploy(schema('"FORCE_COLOR" in process.env'));
  await expect(app().deploy(schema("process.env.FORCE_COLOR"))).rejects.toThrow(
    "Environment variables unsupported when evaluating schema",
  );
});
