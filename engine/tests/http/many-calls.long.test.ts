import { request } from "node:http";
import { describe, expect, test } from "vitest";
import type { MemoryBudget } from "../../memory/memory-budget.ts";
import { TooManyWaiting } from "../../memory/network-turns.ts";
import { openHttp, sendRaw } from "./open-http.ts";
import { addOne } from "../reactivity/fake-engine.ts";

async function openToy(options?: Parameters<typeof openHttp>[0]) {
  const open = await openHttp(options);
  open.engine.define("n:add", "Mutation", addOne);
  return open;
}

/** Waits until this many requests with this body have arrived, started or not. */
async function allArrive(
  memory: MemoryBudget,
  requests: number,
  body: string,
): Promise<void> {
  while (memory.held !== requests * Buffer.byteLength(body))
    await new Promise((resolve) => setImmediate(resolve));
}

describe("many calls", () => {
  const FLOOD = "198.51.100.1";
  const OTHER = "203.0.113.7";
  const JSON_TYPE = { "Content-Type": "application/json" };
  const BODY = JSON.stringify({ path: "n:add", args: {} });

  async function openSlow() {
    const toy = await openToy({ behindProxy: true });
    const { release, begun } = toy.engine.holdMutations();
    const add = (network: string) => {
      // Without an agent each call has its own connection.
      const call = request(`${toy.url}/api/mutation`, {
        ...{ method: "POST", agent: false },
        headers: { ...JSON_TYPE, "X-Forwarded-For": network },
      });
      const status = new Promise((resolve) => {
        call.on("response", (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        call.on("error", resolve);
      });
      call.end(BODY);
      return { status, giveUp: () => call.destroy() };
    };
    const until = async (count: number) => {
      while (begun() < count) await new Promise((r) => setImmediate(r));
    };
    const arrived = (requests: number) => allArrive(toy.memory, requests, BODY);
    return { ...toy, add, until, arrived, release, begun };
  }

  test.each([
    ["one address", () => FLOOD],
    ["one IPv6 /48", (at: number) => `2001:db8:1:${at.toString(16)}::1`],
  ])(
    "[HT32] of %s wait behind each other, and those of others do not",
    async (_, from) => {
      const { add, until, arrived, begun, release } = await openSlow();
      const flood = Array.from({ length: 300 }, (_, at) => add(from(at)));
      await arrived(300);
      expect(begun()).toBe(64);
      const other = add(OTHER);
      await until(65);
      release();
      for (const { status } of [other, ...flood])
        expect(await status).toBe(200);
      expect(begun()).toBe(301);
    },
  );

  test("[HT35] get a Retry-After when there is no room for actions", async () => {
    const { url, siteUrl, engine, faults } = await openToy();
    const refuse = () => Promise.reject(new TooManyWaiting());
    engine.runner.runAction = refuse;
    engine.runner.runHttpAction = refuse;
    const post = { method: "POST", headers: JSON_TYPE, body: BODY };
    const told = {
      code: "TooManyConcurrentRequests",
      message: "Too many calls are waiting from your network. Try again later.",
    };
    for (const answer of [
      await fetch(`${url}/api/action`, post),
      await fetch(`${siteUrl}/webhook`, post),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(await answer.json()).toEqual(told);
    }
    expect(faults).toEqual([]);
  });

  test("[HT32] beyond the limit are refused, and those of other networks are not", async () => {
    const { add, until, arrived, release } = await openSlow();
    const crowd = Array.from({ length: 1064 }, () => add(FLOOD));
    await arrived(1064);
    expect(await add(FLOOD).status).toBe(503);
    const other = add(OTHER);
    await until(65);
    release();
    for (const { status } of [other, ...crowd]) expect(await status).toBe(200);
  });

  test("[HT32] at a given timestamp run one at a time for a network: each goes back over all writes since", async () => {
    const { url, engine, memory } = await openToy({ behindProxy: true });
    engine.define("n:get", "Query", (c) => c.get("n"));
    const asked = await fetch(`${url}/api/query_ts`, { method: "POST" });
    const { ts } = (await asked.json()) as { ts: string };
    const runQuery = engine.runner.runQuery.bind(engine.runner);
    const held = Promise.withResolvers<void>();
    let begun = 0;
    engine.runner.runQuery = async (...given) => {
      begun += 1;
      await held.promise;
      return await runQuery(...given);
    };
    const body = JSON.stringify({ path: "n:get", args: {}, ts });
    const read = (network: string) =>
      fetch(`${url}/api/query_at_ts`, {
        method: "POST",
        headers: { ...JSON_TYPE, "X-Forwarded-For": network },
        body,
      });
    const flood = [read(FLOOD), read(FLOOD), read(FLOOD)];
    const other = read(OTHER);
    await allArrive(memory, 4, body);
    while (begun < 2) await new Promise((r) => setImmediate(r));
    expect(begun).toBe(2);
    held.resolve();
    for (const answer of await Promise.all([...flood, other]))
      expect(answer.status).toBe(200);
    expect(begun).toBe(4);
  });

  test("[HT32] that a client gives up before their turn are never run", async () => {
    const { add, until, arrived, begun, release } = await openSlow();
    const first = Array.from({ length: 64 }, () => add(FLOOD));
    await until(64);
    const given = Array.from({ length: 36 }, () => add(FLOOD));
    await arrived(100);
    for (const { giveUp } of given) giveUp();
    await arrived(64);
    release();
    for (const { status } of first) expect(await status).toBe(200);
    expect(begun()).toBe(64);
  });

  test("[HT33] on one connection are answered in order up to sixteen, and one more cuts it", async () => {
    const { url, engine } = await openToy();
    const calls = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        [
          ...["POST /api/mutation HTTP/1.1", "Host: toy"],
          ...["Content-Type: application/json"],
          ...(at === count - 1 ? ["Connection: close"] : []),
          ...[`Content-Length: ${BODY.length}`, "", BODY],
        ].join("\r\n"),
      ).join("");
    const answered = async (count: number) =>
      (await sendRaw(url, calls(count))).match(/"value":\d+/g);
    expect(await answered(16)).toEqual(
      Array.from({ length: 16 }, (_, at) => `"value":${at + 1}`),
    );
    const { release } = engine.holdMutations();
    expect(await answered(17)).toBeNull();
    release();
    expect(await answered(1)).not.toBeNull();
  });
});
