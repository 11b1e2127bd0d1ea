import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { openTestEngine } from "../open-engine.ts";
import { exportOf, runImport } from "./import-calls.ts";

const ENV = { DEPLOYMENT_KIND: "demo" };
/** Tables that crons write every minute. */
const BY_THE_CLOCK = /^(?:platform|waitSamples)/;

const entriesOf = (zip: Buffer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [
      name,
      strFromU8(bytes),
    ]),
  );

const opened = () => openTestEngine({ project: ".", env: ENV });

test("[SN10] export and import move the seeded product whole", async () => {
  const [from, to] = [await opened(), await opened()];
  await from.run("demo/testing:seedDemo");
  const zip = await exportOf(from);
  const end = await runImport(to, zip, { mode: "replaceAll" });
  expect(end).toMatchObject({ state: "completed" });
  const before = entriesOf(zip);
  const after = entriesOf(await exportOf(to));
  const tickets = before["tickets/documents.jsonl"] ?? "";
  expect(tickets.split("\n").length).toBeGreaterThan(200);
  const differing = Object.keys({ ...before, ...after }).filter(
    (name) => before[name] !== after[name] && !BY_THE_CLOCK.test(name),
  );
  expect(differing).toEqual([]);
  // The new engine works with the data: pending work is in the rows.
  expect(await to.run("upkeep/maintenance:run")).toHaveProperty("more");
  await Promise.all([from.close(), to.close()]);
  expect([...from.errors, ...to.errors]).toEqual([]);
});
