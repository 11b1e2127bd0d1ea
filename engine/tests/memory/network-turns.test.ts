import { describe, expect, test } from "vitest";
import {
  CallerHasGone,
  NetworkTurns,
  TooManyWaiting,
  type Turn,
} from "../../memory/network-turns.ts";

const AT_ONCE = 64;

/** Work that ends when the test says so. */
class Desk {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, (error?: Error) => void>();
  readonly #turns: NetworkTurns;

  constructor(options: ConstructorParameters<typeof NetworkTurns>[0] = {}) {
    this.#turns = new NetworkTurns(options);
  }

  run(network: string | null, name: string, turn: Omit<Turn, "network"> = {}) {
    return this.#turns.run({ network, ...turn }, async () => {
      this.begun.push(name);
      const error = await new Promise<Error | undefined>((end) =>
        this.#ends.set(name, end),
      );
      if (error) throw error;
      return name;
    });
  }

  async end(name: string, error?: Error): Promise<void> {
    this.#ends.get(name)?.(error);
    this.#ends.delete(name);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `a${from + at}`);

describe("turns by network", () => {
  test("[HT32] [RE17] a network has a limited number under way and starts the rest in order; others do not wait", async () => {
    const desk = new Desk();
    const all = names(0, 200).map((name) => desk.run("a", name));
    expect(desk.begun).toEqual(names(0, AT_ONCE));
    void desk.run("b", "somebody else");
    void desk.run(null, "this machine");
    expect(desk.begun.slice(AT_ONCE)).toEqual([
      "somebody else",
      "this machine",
    ]);
    for (const name of names(0, 200)) await desk.end(name);
    expect(await Promise.all(all)).toEqual(names(0, 200));
    const seen = desk.begun.filter((name) => name.startsWith("a"));
    expect(seen).toEqual(names(0, 200));
  });

  test("[HT32] a batch counts as what it holds, and runs however large it is", async () => {
    const desk = new Desk();
    void desk.run("a", "batch", { weight: 1000 });
    void desk.run("a", "other");
    expect(desk.begun).toEqual(["batch"]);
    await desk.end("batch");
    expect(desk.begun).toEqual(["batch", "other"]);
  });

  test("[HT32] a batch that holds nothing counts as one, so its network is not forgotten", async () => {
    const desk = new Desk();
    void desk.run("a", "empty", { weight: 0 });
    void desk.run("a", "empty too", { weight: 0 });
    await desk.end("empty");
    for (const name of names(0, AT_ONCE)) void desk.run("a", name);
    await desk.end("empty too");
    void desk.run("a", "one more");
    expect(desk.begun).not.toContain("one more");
    expect(desk.begun.filter((name) => name.startsWith("a"))).toHaveLength(
      AT_ONCE,
    );
  });

  test("[HT32] work that fails makes room too", async () => {
    const desk = new Desk();
    const failing = desk.run("a", "failing", { weight: AT_ONCE });
    void desk.run("a", "next");
    const said = expect(failing).rejects.toThrow("no");
    await desk.end("failing", new Error("no"));
    await said;
    expect(desk.begun).toEqual(["failing", "next"]);
  });

  test("[HT32] functions of a network take turns and do not wait behind each other's lines", async () => {
    const desk = new Desk();
    for (const name of names(0, AT_ONCE + 100))
      void desk.run("a", name, { line: () => "feed" });
    void desk.run("a", "webhook", { line: () => "webhook" });
    await desk.end("a0");
    await desk.end("a1");
    expect(desk.begun.slice(AT_ONCE)).toEqual([`a${AT_ONCE}`, "webhook"]);
  });

  test("[HT32] when too many wait, the newest of the longest line is refused", async () => {
    const desk = new Desk({ maxWaiting: 10 });
    const line = () => "feed";
    const flood = names(0, AT_ONCE + 10).map((name) =>
      desk.run("a", name, { line }),
    );
    const newest = expect(flood.at(-1)).rejects.toThrow(TooManyWaiting);
    void desk.run("a", "webhook", { line: () => "webhook" });
    await newest;
    await expect(desk.run("a", "more", { line })).rejects.toThrow(
      TooManyWaiting,
    );
    void desk.run("b", "somebody else");
    for (const name of names(0, AT_ONCE + 9)) await desk.end(name);
    const seen = desk.begun;
    expect(seen).toEqual(expect.arrayContaining(["webhook", "somebody else"]));
    expect(desk.begun).toHaveLength(AT_ONCE + 11);
  });

  test("[HT32] a caller that goes leaves the line at once and makes room in it", async () => {
    const desk = new Desk({ maxWaiting: 1 });
    void desk.run("a", "batch", { weight: AT_ONCE });
    const client = new AbortController();
    const { signal: gone } = client;
    const left = desk.run("a", "first", { gone });
    const said = expect(left).rejects.toThrow(CallerHasGone);
    client.abort();
    await said;
    await expect(desk.run("a", "late", { gone })).rejects.toThrow(
      CallerHasGone,
    );
    void desk.run("a", "second");
    await desk.end("batch");
    expect(desk.begun).toEqual(["batch", "second"]);
  });

  test("[HT39] all networks together have a limit, too, and networks that wait take turns", async () => {
    const desk = new Desk({ atOnce: 2, atOnceOfAll: 3 });
    for (const name of ["a0", "a1", "a2", "a3"]) void desk.run("a", name);
    for (const name of ["b0", "b1"]) void desk.run("b", name);
    void desk.run("c", "c0");
    void desk.run(null, "this machine");
    expect(desk.begun).toEqual(["a0", "a1", "b0", "this machine"]);
    for (const name of ["a0", "b0", "a1"]) await desk.end(name);
    expect(desk.begun.slice(4)).toEqual(["b1", "c0", "a2"]);
    for (const name of ["b1", "c0", "a2"]) await desk.end(name);
    expect(desk.begun.at(-1)).toBe("a3");
  });

  test("[HT39] a network all of whose waiting work has gone takes no turn", async () => {
    const desk = new Desk({ atOnce: 1, atOnceOfAll: 1 });
    void desk.run("a", "a0");
    const client = new AbortController();
    const left = desk.run("b", "b0", { gone: client.signal });
    void desk.run("c", "c0");
    client.abort();
    await expect(left).rejects.toThrow(CallerHasGone);
    await desk.end("a0");
    void desk.run("b", "b1");
    await desk.end("c0");
    expect(desk.begun).toEqual(["a0", "c0", "b1"]);
  });
});
