/** Actions without a connection: kept and sent in order with their keys; those that no longer applied are listed. */
import { expect, test } from "vitest";
import {
  KEPT_MS,
  MAX_KEPT,
  Outbox,
  OutboxFull,
  readKept,
  type Kept,
} from "../../../../../src/features/desk/outbox/outbox.ts";

type Answer = { ok: boolean };

/** A browser and a server. Each page of the browser is an outbox on the same storage. */
class World {
  stored: string | null = null;
  now = 1_000_000_000;
  connected = true;
  signedIn = true;
  /** Actions that have reached the server, in order. */
  readonly arrived: Kept[] = [];
  readonly refused = new Set<string>();
  readonly caughtUp: number[] = [];
  /** While set, holds answers so that a test releases them one by one. */
  hold: (() => void)[] | null = null;

  page(): Outbox<Answer> {
    return new Outbox<Answer>({
      read: () => this.stored,
      write: (text) => (this.stored = text),
      now: () => this.now,
      maySend: () => this.connected,
      send: async (kept) => {
        if (!this.signedIn) throw new Error("signed out");
        this.arrived.push(kept);
        const { hold } = this;
        if (hold !== null) await new Promise<void>((go) => hold.push(go));
        return { ok: !this.refused.has(kept.key) };
      },
      isRefusal: ({ ok }) => !ok,
      mustWait: () => !this.signedIn,
      caughtUp: (acted) => this.caughtUp.push(acted),
    });
  }

  get keys(): string[] {
    return this.arrived.map(({ key }) => key);
  }
}

const action = (key: string) =>
  ({
    key,
    kind: "serve",
    queueId: "q",
    ticketId: key,
    number: 1,
    more: {},
  }) as const;
/** Waits until all pending work is done. */
const settled = () => new Promise((done) => setImmediate(done));
function opened({ connected } = { connected: true }) {
  const world = Object.assign(new World(), { connected });
  const page = world.page();
  page.open();
  return { world, page };
}
async function reconnect(world: World, page: Outbox<Answer>): Promise<void> {
  world.connected = true;
  page.pump();
  await settled();
}

test("with a connection: each action is sent at once, answered to its caller and forgotten", async () => {
  const { world, page } = opened();
  await expect(page.add(action("a"))).resolves.toEqual({
    answer: { ok: true },
  });
  expect(page.kept()).toEqual([]);
  expect(world.stored).toBeNull();
  expect(world.caughtUp, "nothing had to wait").toEqual([]);
});

test("with a connection: actions are sent one after another, in the order in which they were pressed", async () => {
  const world = new World();
  const held = (world.hold = []) as (() => void)[];
  const page = world.page();
  page.open();
  for (const key of ["a", "b", "c"]) void page.add(action(key));
  await settled();
  expect(world.keys).toEqual(["a"]);
  held.shift()?.();
  await settled();
  expect(world.keys).toEqual(["a", "b"]);
  expect(page.unsent()?.key).toBe("c");
});

test("with a connection: subscribers learn when the newest action can no longer be undone", async () => {
  const world = new World();
  const page = world.page();
  world.hold = [];
  const offered: (string | undefined)[] = [];
  page.subscribe(() => offered.push(page.unsent()?.key));
  void page.add(action("a"));
  page.open();
  expect(offered).toContain("a");
  expect(offered.at(-1), "it is on its way").toBeUndefined();
});

test("with a connection: a failure reaches the caller, and the next action is sent", async () => {
  const { world, page } = opened();
  world.refused.add("a");
  await expect(page.add(action("a"))).resolves.toEqual({
    answer: { ok: false },
  });
  expect(page.missed(), "who waited was told").toEqual([]);
  await expect(page.add(action("b"))).resolves.toBeDefined();
});

test("without a connection: actions are kept, and sent in order once connected again", async () => {
  const { world, page } = opened({ connected: false });
  for (const key of ["a", "b", "c"]) expect(page.add(action(key))).toBeNull();
  expect(page.kept().map(({ key }) => key)).toEqual(["a", "b", "c"]);
  expect(world.arrived).toEqual([]);
  await reconnect(world, page);
  expect(world.keys).toEqual(["a", "b", "c"]);
  expect(world.stored).toBeNull();
  expect(world.caughtUp).toEqual([3]);
});

test("without a connection: any action can be dropped, and the others are sent", async () => {
  const { world, page } = opened({ connected: false });
  for (const key of ["a", "b", "c"]) void page.add(action(key));
  page.drop("b");
  expect(page.kept().map(({ key }) => key)).toEqual(["a", "c"]);
  expect(readKept(world.stored).map(({ key }) => key)).toEqual(["a", "c"]);
  page.drop("nothing like that");
  await reconnect(world, page);
  expect(world.keys).toEqual(["a", "c"]);
  expect(world.caughtUp).toEqual([2]);
});

test("with a connection: an action on its way cannot be dropped, one behind it can", async () => {
  const world = new World();
  const held = (world.hold = []) as (() => void)[];
  const page = world.page();
  page.open();
  const first = page.add(action("a"));
  void page.add(action("b"));
  await settled();
  page.drop("a");
  page.drop("b");
  expect(page.kept().map(({ key }) => key)).toEqual(["a"]);
  held.shift()?.();
  await expect(first).resolves.toEqual({ answer: { ok: true } });
  await settled();
  expect(world.keys).toEqual(["a"]);
});

test("without a connection: an action that no longer applied is listed with its answer until it is read", async () => {
  const { world, page } = opened({ connected: false });
  world.refused.add("b");
  for (const key of ["a", "b", "c"]) void page.add(action(key));
  await reconnect(world, page);
  expect(world.keys, "the others go on").toEqual(["a", "b", "c"]);
  expect(page.missed()).toMatchObject([
    { kept: { key: "b" }, outcome: { answer: { ok: false } } },
  ]);
  expect(world.caughtUp).toEqual([2]);
  page.forgetMissed();
  expect(page.missed()).toEqual([]);
});

test("without a connection: the outbox refuses more actions than it can store", () => {
  const { world, page } = opened({ connected: false });
  for (let i = 0; i < MAX_KEPT; i += 1) void page.add(action(`${i}`));
  expect(() => page.add(action("one more"))).toThrow(OutboxFull);
  expect(readKept(world.stored)).toHaveLength(MAX_KEPT);
});

test("a reload: keeps the actions: the next page sends them in order", async () => {
  const world = new World();
  world.connected = false;
  const first = world.page();
  first.open();
  void first.add(action("a"));
  void first.add(action("b"));
  const second = world.page();
  second.open();
  expect(second.kept()).toMatchObject([{ key: "a" }, { key: "b" }]);
  world.connected = true;
  second.pump();
  await settled();
  expect(world.keys).toEqual(["a", "b"]);
});

test("a reload: while an action is being sent sends it again with its key", async () => {
  const world = new World();
  world.hold = [];
  const first = world.page();
  const close = first.open();
  void first.add(action("a"));
  await settled();
  close();
  world.hold = null;
  world.page().open();
  await settled();
  expect(world.keys).toEqual(["a", "a"]);
  expect(world.arrived.map(({ waited }) => waited)).toEqual([false, true]);
  expect(world.stored).toBeNull();
});

test("a reload: after a day lists an action as missed and does not send it", async () => {
  const world = new World();
  world.connected = false;
  void world.page().add(action("a"));
  world.now += KEPT_MS;
  void world.page().add(action("b"));
  world.connected = true;
  const page = world.page();
  page.open();
  await settled();
  expect(world.keys).toEqual(["b"]);
  expect(page.missed()).toMatchObject([{ kept: { key: "a" } }]);
});

test.each(["not json", '{"key":"a"}', '[null,1,{"key":"a"}]'])(
  "a reload: finds nothing to send in %s",
  (text) => expect(readKept(text)).toEqual([]),
);

test("after the end of the session, actions wait for the next sign-in", async () => {
  const { world, page } = opened({ connected: false });
  void page.add(action("a"));
  world.connected = true;
  world.signedIn = false;
  page.pump();
  await settled();
  expect(readKept(world.stored)).toMatchObject([{ key: "a" }]);
  expect(page.missed()).toEqual([]);
  world.signedIn = true;
  world.page().open();
  await settled();
  expect(world.keys).toEqual(["a"]);
});
