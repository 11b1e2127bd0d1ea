import { expect, test } from "vitest";
import { MemoryBudget, SMALL, weightOf } from "../../memory/memory-budget.ts";

const KIB = 1024;
const open = (network = 400 * KIB, process = 1000 * KIB) =>
  new MemoryBudget({ network, process });

test("[ME1] memory counts for the account, its network and the process until it is given back", () => {
  const budget = open();
  const one = budget.open("a", 300 * KIB, null);
  const other = budget.open("a", 300 * KIB, null);
  const elsewhere = budget.open("b", 300 * KIB, null);
  const here = budget.open(null, 900 * KIB, null);
  expect(one.take(300 * KIB)).toBeNull();
  expect(one.take(1)).toBe("account");
  expect(other.take(101 * KIB)).toBe("network");
  expect(elsewhere.take(300 * KIB)).toBeNull();
  expect(here.take(401 * KIB)).toBe("process");
  expect(budget.held).toBe(600 * KIB);
  one.give(300 * KIB);
  expect(other.take(300 * KIB)).toBeNull();
  expect(here.take(401 * KIB)).toBe("process");
  for (const [account, held] of [other, elsewhere].map(
    (a) => [a, a.held] as const,
  ))
    account.give(held);
  expect(here.take(900 * KIB)).toBeNull();
  here.give(900 * KIB);
  expect(budget.held).toBe(0);
});

test("[ME2] a small account is let through when its network or the process is full, up to twice the limit", () => {
  const budget = open(400 * KIB, 400 * KIB);
  expect(budget.open("a", 400 * KIB, null).take(400 * KIB)).toBeNull();
  const neighbours = Array.from({ length: 12 }, (_, i) =>
    budget.open(i === 0 ? "a" : `n${i}`, 400 * KIB, null),
  );
  const [first, ...rest] = neighbours.map((one) => one.take(SMALL));
  expect(first).toBeNull();
  // At twice the process limit, every account is refused.
  expect(rest).toEqual([
    ...Array<null>(5).fill(null),
    ...Array<string>(6).fill("process"),
  ]);
  expect(neighbours[0]?.take(1)).toBe("network");
});

test("[ME3] when the process is full the account that holds most makes room, unless it is the one asking", () => {
  const budget = open(9000 * KIB, 1000 * KIB);
  const evicted: string[] = [];
  const hold = (name: string, bytes: number) => {
    const account = budget.open(name, 9000 * KIB, () => {
      evicted.push(name);
      account.give(account.held);
    });
    expect(account.take(bytes)).toBeNull();
    return account;
  };
  hold("greedy", 600 * KIB);
  hold("large", 300 * KIB);
  const asking = hold("honest", 90 * KIB);
  expect(asking.take(100 * KIB)).toBeNull();
  expect(evicted).toEqual(["greedy"]);
  expect(asking.take(700 * KIB)).toBe("process");
  expect(evicted).toEqual(["greedy"]);
  expect(budget.held).toBe(490 * KIB);
});

test("[ME3] an account that cannot make room leads to a refusal; a large one alone is served at any size", () => {
  const budget = open(100 * KIB, 1000 * KIB);
  const busy = budget.open("a", Infinity, () => undefined);
  expect(busy.take(1500 * KIB)).toBeNull();
  const other = budget.open("b", Infinity, null);
  expect(other.take(100 * KIB)).toBe("process");
  busy.give(1500 * KIB);
  expect(other.take(1500 * KIB)).toBeNull();
});

test("[ME1] a text weighs one byte a character, two when one of them is not Latin", () => {
  expect(weightOf("")).toBe(0);
  expect(weightOf("abc")).toBe(3);
  expect(weightOf("abc→")).toBe(8);
});

function holders(process: number, clock?: () => number) {
  const limits = { network: Infinity, process };
  const budget = new MemoryBudget(limits, clock);
  const gone: string[] = [];
  const hold = (name: string, network: string, bytes: number) => {
    const account = budget.open(network, Infinity, () => {
      gone.push(name);
      account.give(account.held);
    });
    expect(account.take(bytes)).toBeNull();
    return account;
  };
  return { budget, gone, hold };
}

test("[ME4] many small networks shut out neither a smaller request nor a known caller", () => {
  const { budget, gone, hold } = holders(64 * 1024 * KIB);
  for (let i = 0; i < 136; i++) hold(`n${i}`, `n${i}`, 480 * KIB);
  hold("half", "n0", 200 * KIB);
  const stranger = budget.open("stranger", Infinity, null);
  expect(stranger.take(90 * KIB)).toBeNull();
  expect(stranger.take(100 * KIB)).toBeNull();
  expect(gone).toEqual(["n0"]);
  expect(stranger.take(3000 * KIB)).toBe("process");
  const owner = budget.open("owner", Infinity, null);
  owner.isKnown = true;
  expect(owner.take(3000 * KIB)).toBeNull();
  expect(gone).toHaveLength(7);
});

test("[ME4] many small accounts of one network make room for others, however small", () => {
  const { gone, hold } = holders(1024 * KIB);
  for (let i = 0; i < 32; i++) hold(`a${i}`, "a", SMALL);
  hold("b", "b", KIB);
  hold("c", "c", SMALL);
  expect(gone).toEqual(["a0", "a1"]);
});

test("[ME4] a stranger takes nothing from a known caller, but memory held for long counts as a stranger's", () => {
  let now = 0;
  const { budget, gone, hold } = holders(1000 * KIB, () => now);
  const trickling = hold("trickling", "a", 900 * KIB);
  trickling.isKnown = true;
  expect(budget.open("b", Infinity, null).take(200 * KIB)).toBe("process");
  const fresh = budget.open("c", Infinity, null);
  fresh.isKnown = true;
  expect(fresh.take(900 * KIB)).toBe("process");
  now = 10_000;
  expect(fresh.take(900 * KIB)).toBeNull();
  expect(gone).toEqual(["trickling"]);
});
