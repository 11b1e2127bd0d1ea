import fc from "fast-check";
import { expect, test } from "vitest";
import { matchProvider } from "../../auth/providers.ts";
import { listCronJobs } from "../../scheduler/cron-job.ts";
import { nextRun } from "../../scheduler/cron-schedule.ts";
import { CRON_JOBS } from "../../scheduler/scheduler-tables.ts";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";
import {
  module,
  openDeploy,
  pushRequest,
  query,
  type OpenDeploy,
} from "./open-deploy.ts";

const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined });

const issuer = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      "https://issuer.test",
      "issuer.test/path/",
      "http://localhost:3210",
      "localhost",
    ),
  },
  { weight: 2, arbitrary: fc.webUrl() },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.constantFrom("ftp://issuer.test", '"https://issuer.test"', "nowhere"),
      fc.string(),
    ),
  },
);
const application = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("app", "", null, undefined) },
  { weight: 1, arbitrary: fc.oneof(fc.constant(7), fc.string()) },
);
const provider = fc.oneof(
  fc.record({
    domain: issuer,
    applicationID: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("app", "") },
      { weight: 1, arbitrary: application },
    ),
  }),
  fc.record(
    {
      type: fc.constant("customJwt"),
      issuer,
      jwks: fc.constantFrom("https://issuer.test/jwks", "data:,{}", ""),
      algorithm: fc.constantFrom("RS256", "ES256"),
      applicationID: application,
    },
    { requiredKeys: ["type", "issuer", "jwks", "algorithm"] },
  ),
);

const name = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom("a", "b_2", "Cc", "d3") },
  { weight: 1, arbitrary: fc.constantFrom("by_id", "_x", "1", "") },
);
const fieldType = fc.constantFrom<JsonValue[]>(
  { type: "any" },
  { type: "id", tableName: "b_2" },
  { type: "array", value: { type: "string" } },
  { type: "union", value: [{ type: "null" }, { type: "bigint" }] },
  { type: "literal", value: "\ud800 lone" },
);
const schema = fc.record({
  schemaValidation: fc.boolean(),
  tables: fc.uniqueArray(
    fc.record({
      tableName: name,
      indexes: fc.array(
        fc.record({
          indexDescriptor: name,
          fields: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
        }),
        { maxLength: 2 },
      ),
      searchIndexes: fc.array(
        fc.record({
          indexDescriptor: name,
          searchField: name,
          filterFields: fc.uniqueArray(name, { maxLength: 2 }),
        }),
        { maxLength: 1 },
      ),
      documentType: fieldType.map((type) => ({
        type: "object",
        value: { f: { fieldType: type, optional: true } },
      })),
    }),
    { maxLength: 3, selector: ({ tableName }) => tableName },
  ),
});

const number = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 23 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 60, 0.5, 1e15, 1e300) },
);
const schedule = fc.oneof(
  fc
    .tuple(fc.constantFrom("seconds", "minutes", "hours"), number)
    .map(([unit, amount]) => ({ type: "interval", [unit]: amount })),
  fc.record(
    {
      type: fc.constantFrom("hourly", "daily", "weekly", "monthly"),
      minuteUTC: number,
      hourUTC: number,
      day: number,
      dayOfWeek: fc.constantFrom("sunday", "friday"),
    },
    { requiredKeys: ["type", "hourUTC", "day", "dayOfWeek"] },
  ),
  fc.record({
    type: fc.constant("cron"),
    cron: fc.constantFrom("* * * * *", "0 0 29 2 *", "*/7 1-5 * * 1,3"),
  }),
);
const crons = fc.dictionary(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("one", "two words", "") },
    { weight: 1, arbitrary: fc.constantFrom("__proto__", "é") },
  ),
  fc.record({
    name: fc.constantFrom("a:job", "a.js:job"),
    args: fc.constantFrom([{}], [{ n: { $integer: "AAAAAAAAAIA=" } }], [1]),
    schedule,
  }),
  { maxKeys: 3 },
);
const routes = fc.array(
  fc.record({
    path: fc.constantFrom("/", "/x", "/x/*", "/*", "/.well-known/jwks.json"),
    method: fc.constantFrom("GET", "POST", "OPTIONS"),
  }),
  { maxLength: 3 },
);
const environment = fc.dictionary(
  fc.constantFrom("A", "B_1", "_c", "1A", "__proto__", "toString"),
  fc.constantFrom("", "x", "two\nlines\0", "\ud800", null),
  { maxKeys: 4 },
);

async function stateOf({ deployment, database, store, ask }: OpenDeploy) {
  const { catalog } = store;
  const table = must(catalog.table(CRON_JOBS), "no table of crons").number;
  const jobs = listCronJobs(database.begin(), table);
  for (const job of jobs)
    for (let at = job.nextRun, runs = 0; runs < 3; runs++) {
      at = nextRun(job, at, at);
      expect(Number.isSafeInteger(at)).toBe(true);
    }
  return {
    row: deployment.row,
    providers: deployment.providers,
    schema: deployment.schemas?.schema,
    environment: deployment.environment,
    jobs,
    indexes: catalog
      .tables()
      .map((table) => [table, catalog.indexesOf(table.number)]),
    functions: await ask("_system/cli/modules:apiSpec"),
    routed: ["/", "/x", "/x/y", "/.well-known/jwks.json"].flatMap((path) =>
      ["GET", "POST", "OPTIONS"].map((method) =>
        deployment.hasHttpAction(method, path),
      ),
    ),
    matched: ["https://issuer.test", "http://localhost:3210/"].map((one) => {
      try {
        return matchProvider(deployment.providers, one, ["app"]);
      } catch {
        return null;
      }
    }),
  };
}

async function reopened(open: OpenDeploy): Promise<OpenDeploy> {
  await open.close(true);
  const next = await openDeploy(open.path);
  await next.deployment.restore();
  expect(next.errors).toEqual([]);
  expect(next.deployment.trouble).toBeNull();
  return next;
}

const configuration = fc.record({
  auth: maybe(fc.record({ providers: fc.array(provider, { maxLength: 3 }) })),
  schema: maybe(schema),
  crons: maybe(crons),
  routes: maybe(routes),
  environment: maybe(environment),
});

function requestOf({
  auth,
  schema,
  crons,
  routes,
}: typeof configuration extends fc.Arbitrary<infer T> ? T : never): JsonObject {
  const job = { ...query("job"), udfType: "Mutation" };
  const found = (value: unknown) => value as JsonObject;
  return pushRequest(
    [
      module("a.js", { functions: [query("look"), job] }),
      ...(auth ? [module("auth.config.js", found(auth))] : []),
      ...(crons ? [module("crons.js", found({ cronSpecs: crons }))] : []),
      ...(routes
        ? [
            module(
              "http.js",
              found({
                httpRoutes: routes.map((route) => ({ route, pos: null })),
              }),
            ),
          ]
        : []),
    ],
    schema ? { schema: found(schema) } : {},
  );
}

test("[DE39] accepted providers, schema, crons, routes and variables are the same after a restart", async () => {
  const count = { accepted: 0, refused: 0 };
  let open = await openDeploy();
  await fc.assert(
    fc.asyncProperty(configuration, async (one) => {
      const changes = Object.entries(one.environment ?? {}).map(
        ([name, value]) => ({ name, value }),
      );
      await open.deployment.changeEnvironment(changes).catch(() => undefined);
      const before = open.deployment.row;
      const accepted = await open.push(requestOf(one)).then(
        () => true,
        () => false,
      );
      count[accepted ? "accepted" : "refused"]++;
      const after = await stateOf(open);
      if (accepted) open = await reopened(open);
      else expect(after.row).toEqual(before);
      expect(await stateOf(open)).toEqual(after);
    }),
    { numRuns: 50 },
  );
  await open.close();
  // The property covers both outcomes.
  expect(Math.min(count.accepted, count.refused)).toBeGreaterThan(0);
});
