import { expect, test } from "vitest";
import {
  checkMounts,
  componentTree,
  descendants,
} from "../../deploy/component-tree.ts";
import { analyzeComponents } from "../../deploy/push-components.ts";
import type { Definition } from "../../functions/analysis/definitions.ts";

type Uses = Definition["childComponents"];
type Variables = NonNullable<Definition["envVars"]>;
const TEXT = { type: "value", value: '{"type":"string"}' } as const;
const MAY = { ...TEXT, optional: true } as const;
const SIZES = {
  type: "value",
  value: '{"type":"literal","value":"xl"}',
} as const;

const of = (
  path: string,
  childComponents: Uses = [],
  envVars: Variables = [],
  httpMounts: Definition["httpMounts"] = {},
): [string, Definition] => [
  path,
  {
    ...{ path, childComponents, envVars, httpMounts },
    definitionType: { type: path === "" ? "app" : "childComponent" },
  },
];

const treeOf = (...definitions: [string, Definition][]) =>
  componentTree(new Map(definitions));

test("[CO4] a variable that components pass down is the app's, whatever its name on the way", () => {
  const tree = treeOf(
    of(
      "",
      [{ name: "a", path: "a", env: [["X", { type: "envVar", name: "APP" }]] }],
      [["APP", TEXT]],
    ),
    of(
      "a",
      [
        {
          name: "b",
          path: "b",
          env: [
            ["Y", { type: "envVar", name: "X" }],
            ["Z", { type: "value", value: "xl" }],
          ],
        },
      ],
      [["X", TEXT]],
    ),
    of(
      "b",
      [],
      [
        ["Y", TEXT],
        ["Z", SIZES],
        ["W", MAY],
      ],
    ),
  );
  expect(descendants(tree).map(({ path, env }) => [path, env])).toEqual([
    ["a/b", { Y: { variable: "APP" }, Z: { value: "xl" } }],
    ["a", { X: { variable: "APP" } }],
  ]);
});

const use = (...env: NonNullable<Uses[number]["env"]>): Uses => [
  { name: "a", path: "a", env },
];

test.each<[why: string, app: [string, Definition], a: [string, Definition]]>([
  [
    'Component a is missing required env var "X"',
    of("", use()),
    of("a", [], [["X", TEXT]]),
  ],
  [
    'Component a has no env var named "X"',
    of("", use(["X", { type: "value", value: "1" }])),
    of("a"),
  ],
  [
    'Component a has an invalid value for env var "X"',
    of("", use(["X", { type: "value", value: "s" }])),
    of("a", [], [["X", SIZES]]),
  ],
  [
    'Component a env var "X" references undeclared parent env var APP',
    of("", use(["X", { type: "envVar", name: "APP" }])),
    of("a", [], [["X", TEXT]]),
  ],
  [
    'Component a env var "X" is required, but parent env var APP is optional',
    of("", use(["X", { type: "envVar", name: "APP" }]), [["APP", MAY]]),
    of("a", [], [["X", TEXT]]),
  ],
  [
    'Component a env var "X" validator is not satisfied by parent env var APP validator',
    of("", use(["X", { type: "envVar", name: "APP" }]), [["APP", TEXT]]),
    of("a", [], [["X", SIZES]]),
  ],
  [
    "multiple child components with the same name",
    of("", [...use(), ...use()]),
    of("a"),
  ],
  [
    'Invalid component name "1a"',
    of("", [{ name: "1a", path: "a", env: [] }]),
    of("a"),
  ],
  [
    'Component definition not found: "b"',
    of("", [{ name: "b", path: "b", env: [] }]),
    of("a"),
  ],
  [
    'HTTP mount "/a/" is invalid: Child component "b" not found.',
    of("", use(), [], { "/a/": "_reference/childComponent/b" }),
    of("a"),
  ],
  [
    'HTTP mount "/a" is not a path',
    of("", use(), [], { "/a": "_reference/childComponent/a" }),
    of("a"),
  ],
])("[CO9] a component tree is refused: %s", (why, app, a) =>
  expect(() => treeOf(app, a)).toThrow(
    expect.objectContaining({
      code: "TypecheckError",
      message: expect.stringContaining(why) as string,
    }) as Error,
  ),
);

test.each<[why: string, app: string[] | null, a: string[] | null]>([
  ['Child component "a" doesn\'t have any HTTP routes.', [], null],
  ["Overlap with existing prefix route", ["/a/*"], ["/x"]],
])("[CO9] a mount is refused: %s", (why, app, a) => {
  const tree = treeOf(
    of("", use(), [], { "/a/": "_reference/childComponent/a" }),
    of("a"),
  );
  const routesOf = (paths: string[] | null) =>
    paths && paths.map((path) => ({ path, method: "GET" }));
  expect(() =>
    checkMounts(tree, (path) => routesOf(path === "" ? app : a)),
  ).toThrow(why);
  expect(() => checkMounts(tree, () => routesOf(["/a/b"]))).not.toThrow();
});

test("[CO9] a component's own mounts are checked too", () => {
  const tree = treeOf(
    of("", use()),
    of("a", [{ name: "b", path: "b", env: [] }], [], {
      "/b/": "_reference/childComponent/b",
    }),
    of("b"),
  );
  expect(() => checkMounts(tree, () => null)).toThrow(
    'HTTP mount "/b/" is invalid: Child component "b" doesn\'t have any HTTP routes.',
  );
});

function pushed(definitions: unknown) {
  const source = (path: string) => ({
    ...{ path, dependencies: [] },
    module: { path: "convex.config.js", source: "", environment: "isolate" },
  });
  return analyzeComponents(
    {
      evaluateDefinitions: () =>
        Promise.resolve(definitions as Map<string, Definition>),
      analyze: () =>
        Promise.resolve({ modules: {}, schema: null, authConfig: null }),
    },
    {
      definition: source(""),
      components: [
        {
          ...{ definition: source("a"), modules: [], schema: null },
          udfServerVersion: "1.48.0",
        },
      ],
    } as unknown as Parameters<typeof analyzeComponents>[1],
    {},
    null,
  );
}

test("[CO9] a push whose app mounts a component without routes is refused", async () => {
  const mounts = { "/a/": "_reference/childComponent/a" };
  const definitions = new Map([of("", use(), [], mounts), of("a")]);
  await expect(pushed(definitions)).rejects.toThrow(
    "doesn't have any HTTP routes.",
  );
});

test.each([
  {},
  { childComponents: 5 },
  { childComponents: [null], httpMounts: {} },
  { childComponents: [], httpMounts: null },
])("[CO9] a push whose app is defined by %j is refused", (definition) =>
  expect(pushed(new Map([["", definition]]))).rejects.toMatchObject({
    code: "InvalidConvexConfig",
    message: expect.stringContaining(
      "is not a definition: TypeError",
    ) as string,
  }),
);
