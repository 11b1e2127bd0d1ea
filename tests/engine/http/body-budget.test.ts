/** Many large bodies at once do not end the process. */
import { afterEach, expect, test } from "vitest";
import { BodyBudget } from "../../../engine/http/body-budget.ts";
import { openHttp, type OpenHttp } from "./open-http.ts";

const MIB = 1024 * 1024;

let server: OpenHttp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

test("[HT24] the budget counts what is there, lets small bodies and a single large one through, and forgets what is answered", () => {
  const budget = new BodyBudget(10 * MIB);
  const [a, b, c] = [{}, {}, {}];
  expect(budget.hold(a, 6 * MIB)).toBe(true);
  expect(budget.hold(b, 3 * MIB)).toBe(true);
  expect(budget.hold(b, 5 * MIB)).toBe(false);
  expect(budget.hold(b, 2 * MIB)).toBe(true);
  expect(budget.hold(c, 64 * 1024)).toBe(true);
  budget.release(a);
  expect(budget.hold(b, 9 * MIB)).toBe(true);
  expect(budget.hold(a, 2 * MIB)).toBe(false);
  budget.release(b);
  budget.release(b);
  expect(budget.hold(a, 30 * MIB)).toBe(true);
  expect(budget.hold(c, MIB)).toBe(false);
});

// Canaries: without the count in readBody all twelve are held at once; without
// the release the last request is refused.
test("[HT24] large bodies beyond it are answered 503 while small ones are served, and taken again afterwards", async () => {
  server = await openHttp();
  const { siteUrl, engine } = server;
  let begun = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  engine.httpAction = async (request) => {
    const { byteLength } = await request.arrayBuffer();
    if (byteLength > MIB) {
      begun += 1;
      await held;
    }
    return new Response("taken");
  };
  const send = async (bytes: number) => {
    const body = new Uint8Array(bytes);
    const response = await fetch(siteUrl, { method: "POST", body });
    return [response.status, await response.text()] as const;
  };
  const all = Array.from({ length: 12 }, () => send(20 * MIB));
  const refused = await Promise.any(
    all.map(async (one) => {
      const [status, text] = await one;
      if (status !== 503) throw new Error("taken");
      return text;
    }),
  );
  expect(refused).toContain("TooManyLargeBodies");
  expect(await send(1000)).toEqual([200, "taken"]);
  expect(begun).toBeLessThanOrEqual(4);
  release();
  const statuses = (await Promise.all(all)).map(([status]) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200)).toHaveLength(begun);
  expect(await send(20 * MIB)).toEqual([200, "taken"]);
}, 60_000);
