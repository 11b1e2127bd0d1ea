import { getHeapStatistics, queryObjects } from "node:v8";
import { expect, test, vi } from "vitest";
import { LoadedDeployment } from "../../functions/deployed/loaded-deployment.ts";
import { functionsOf } from "./open-functions.ts";

const source = (n: number) => ({
  "a.ts": `export const f = query(() => ${n});`,
  "http.ts": `import { httpRouter, httpActionGeneric } from "convex/server";
    const http = httpRouter();
    http.route({ path: "/${n}", method: "GET", handler: httpActionGeneric(async () => new Response()) });
    export default http;`,
});

/** Realms in memory. */
function realms(): number {
  queryObjects(LoadedDeployment); // Collects garbage.
  return getHeapStatistics().number_of_native_contexts;
}

const before = realms();
const app = functionsOf(source(0));

test("[DE54] a deploy releases the code before it", async () => {
  for (let n = 1; n <= 5; n++) await app().deploy(source(n));
  // Fewer where realms of earlier test files in this process were still waiting to be collected.
  await vi.waitFor(() => expect(realms()).toBeLessThanOrEqual(before + 1));
  expect(await app().query("a:f")).toBe(5);
});
