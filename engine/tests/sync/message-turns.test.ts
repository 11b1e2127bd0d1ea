/** [SY30] A network that sends much delays itself only. */
import { expect, test } from "vitest";
import { MessageTurns, type Sender } from "../../sync/message-turns.ts";

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

/** A sender with that many equal messages; writes its name for each one handled. */
function sender(
  turns: MessageTurns,
  network: string | null,
  handled: string[],
) {
  return (name: string, messages: number, length = 1) => {
    let left = messages;
    const take = () => {
      left--;
      handled.push(name);
    };
    const next = () => {
      take();
      return left > 0 ? length : null;
    };
    const one: Sender = { network, next };
    while (left > 0 && turns.enter(one, length)) take();
  };
}

test("[SY30] a flood is handled a few at a time, and others go at once", async () => {
  const turns = new MessageTurns();
  const handled: string[] = [];
  const flood = sender(turns, "1.1.1.1", handled);
  flood("flood", 100);
  expect(handled).toHaveLength(32);
  sender(turns, "2.2.2.2", handled)("other", 1);
  expect(handled.at(-1)).toBe("other");
  await nextTurn();
  expect(handled).toHaveLength(65);
  flood("late", 1);
  expect(handled.at(-1), "waits behind its network").toBe("flood");
  await nextTurn();
  await nextTurn();
  expect(handled).toHaveLength(102);
  await nextTurn();
  flood("later", 1);
  expect(handled.at(-1)).toBe("later");
});

test("[SY30] sockets of one network take turns, and long messages cost more", async () => {
  const turns = new MessageTurns();
  const handled: string[] = [];
  const send = sender(turns, "1.1.1.1", handled);
  send("a", 40);
  send("b", 2);
  handled.length = 0;
  await nextTurn();
  expect(handled.slice(0, 4)).toEqual(["a", "b", "a", "b"]);
  await nextTurn();
  await nextTurn();
  handled.length = 0;
  send("long", 10, 64 * 1024);
  expect(handled).toHaveLength(2);
});

test("[SY30] many networks that flood have a bounded part of a turn together, and another network's message soon goes", async () => {
  const turns = new MessageTurns();
  const handled: string[] = [];
  const flood = (from: number) =>
    sender(turns, `10.0.0.${from}`, handled)(`flood ${from}`, 1000);
  for (let from = 0; from < 20; from++) flood(from);
  expect(handled).toHaveLength(64);
  sender(turns, "2.2.2.2", handled)("other", 1);
  expect(handled.at(-1), "the turn is used up").not.toBe("other");
  for (let turn = 2; turn <= 4; turn++) {
    await nextTurn();
    expect(handled).toHaveLength(64 * turn);
  }
  expect(handled).toContain("other");
  const shares = Map.groupBy(handled.slice(64), (name) => name);
  shares.delete("other");
  const counts = Array.from(shares.values(), ({ length }) => length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

test("[SY30] this machine never waits", () => {
  const turns = new MessageTurns();
  const handled: string[] = [];
  sender(turns, null, handled)("local", 1000);
  expect(handled).toHaveLength(1000);
});
