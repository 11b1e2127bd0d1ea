import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Store } from "../../standins/state/store.ts";

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "yourturn-store-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const open = () =>
  new Store({ data, clock: () => 0, origin: () => "http://localhost" });

test("a change that fails halfway leaves nothing behind", () => {
  const store = open();
  store.change(({ state }) => {
    state.made["a"] = 1;
  });
  expect(() =>
    store.change(({ state }) => {
      state.made["a"] = 2;
      throw new Error("half-way");
    }),
  ).toThrow("half-way");
  expect(store.look().state.made["a"]).toBe(1);
  expect(open().look().state.made["a"]).toBe(1);
});

test("the state is one file that only its owner can read", () => {
  open().change(() => undefined);
  expect(readdirSync(data)).toEqual(["standins.json"]);
  expect(statSync(join(data, "standins.json")).mode & 0o077).toBe(0);
});

test("a half-written file is ignored and removed", () => {
  open().change(({ state }) => {
    state.made["a"] = 1;
  });
  writeFileSync(join(data, "standins.json.new"), `{"version":`);
  expect(open().look().state.made["a"]).toBe(1);
  expect(readdirSync(data)).toEqual(["standins.json"]);
});

test.each([`{"version":1`, `{"version":2}`, `null`])(
  "the file %s is refused by its path and left as it is",
  (text) => {
    const file = join(data, "standins.json");
    writeFileSync(file, text);
    expect(open).toThrow(file);
    expect(readFileSync(file, "utf8")).toBe(text);
  },
);

test("a file of an earlier version gets what it lacked", () => {
  const text = JSON.stringify({ version: 1, stripe: { switches: "kept" } });
  writeFileSync(join(data, "standins.json"), text);
  const { stripe, push } = open().look().state;
  expect(stripe).toMatchObject({ intents: {}, switches: "kept" });
  expect(push).toBeDefined();
});
