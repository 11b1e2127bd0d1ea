import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { deriveKey } from "../../functions/scrypt.ts";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "keys.ts": `
    const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const bytes = (text) => new TextEncoder().encode(text);
    export const derive = action({ args: { N: v.number(), r: v.number(), p: v.number(), dkLen: v.number() }, handler: async (_ctx, parameters) =>
      hex(await crypto.scrypt(bytes("password"), bytes("NaCl"), parameters)) });
    export const many = action({ args: {}, handler: async () => {
      const one = () => crypto.scrypt(bytes("p"), bytes("s"), { N: 2, r: 1, p: 1, dkLen: 8 }).then((key) => key.length, (error) => error.data);
      const outcomes = (await Promise.all(Array.from({ length: 1000 }, one))).map((outcome) => JSON.stringify(outcome));
      return [...new Set(outcomes)].sort();
    } });
    export const shared = action({ args: {}, handler: async () => {
      const order = [];
      const one = async (name) => {
        const key = await crypto.scrypt(bytes("p"), bytes("s"), { N: 2, r: 1, p: 1, dkLen: 8, share: ["far", name] });
        if (!order.includes(name)) order.push(name);
        return key;
      };
      // Two of another group run; the flood comes before the one.
      const first = Array.from({ length: 2 }, () => crypto.scrypt(bytes("p"), bytes("s"), { N: 1024, r: 8, p: 1, dkLen: 8 }));
      const flood = Array.from({ length: 20 }, (_, i) => crypto.scrypt(bytes("p"), bytes("s"), { N: 1024, r: 8, p: 1, dkLen: 8, share: ["far", "flood"] }));
      const last = Promise.all(flood).then(() => order.push("flood"));
      await Promise.all([...first, last, one("one")]);
      return order;
    } });`,
});

/** RFC 7914, section 12. */
const KNOWN = {
  parameters: { N: 1024, r: 8, p: 16, dkLen: 64 },
  key: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
};
/** Native work of a few microseconds. */
const TINY = { N: 2, r: 1, p: 1, dkLen: 8 };
const PASSWORD = new Uint8Array([1]);
const SALT = new Uint8Array([2]);
const TOO_MANY = "Too many password hashes are waiting. Try again later.";

/** Runs `work` and returns the highest number of native hashes in progress at the same time. */
async function mostAtOnce(work: () => Promise<unknown>): Promise<number> {
  const open = new Set<number>();
  let most = 0;
  const hook = createHook({
    init: (id, type) => {
      if (type !== "SCRYPTREQUEST") return;
      open.add(id);
      most = Math.max(most, open.size);
    },
    before: (id) => void open.delete(id),
  }).enable();
  await work();
  hook.disable();
  return most;
}

test("[FN35] crypto.scrypt derives the key of RFC 7914 in an action", async () => {
  expect(await app().action("keys:derive", KNOWN.parameters)).toBe(KNOWN.key);
});

test.each([
  { N: 1000, r: 8, p: 1, dkLen: 32 },
  { N: 2 ** 19, r: 8, p: 1, dkLen: 32 },
  { N: 1024, r: 8, p: 17, dkLen: 32 },
  { N: 1024, r: 8, p: 1, dkLen: 1025 },
  { N: 0.5, r: 8, p: 1, dkLen: 32 },
  { N: 1024, r: 8, p: 1.5, dkLen: 32 },
  { N: 1024, r: 8, p: 1, dkLen: 0 },
])("[FN35] $N, $r, $p, $dkLen are refused", async (parameters) => {
  expect(await messageOf(app().action("keys:derive", parameters))).toContain(
    "Invalid scrypt parameters",
  );
});

test("[FN35] parameters that are no object, or out of range, are refused with the reason", async () => {
  for (const parameters of [5, null])
    await expect(
      deriveKey(PASSWORD, SALT, parameters as never),
    ).rejects.toThrow("crypto.scrypt: the parameters are no object.");
  await expect(deriveKey(PASSWORD, SALT, { ...TINY, r: 0 })).rejects.toThrow(
    "Invalid scrypt parameters: 128 * N * r must be at most",
  );
});

test("[FN35] the engine's thread continues while a key is derived", async () => {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await deriveKey(PASSWORD, SALT, { N: 2 ** 14, r: 8, p: 1, dkLen: 8 });
  isDone = true;
  expect(turns).toBeGreaterThan(1);
});

test("[FN35] of a thousand hashes at once two run, a hundred wait, and the rest are refused", async () => {
  const outcomes: Record<string, number> = {};
  const count = (outcome: string) =>
    (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
  const most = await mostAtOnce(() =>
    Promise.all(
      Array.from({ length: 1000 }, () =>
        deriveKey(PASSWORD, SALT, TINY).then(
          (key) => count(`${key.length} bytes`),
          (error: unknown) => count(String(error)),
        ),
      ),
    ),
  );
  expect(most).toBe(2);
  expect(outcomes).toEqual({ "8 bytes": 102, [`UserError: ${TOO_MANY}`]: 898 });
});

test("[FN35] an action gets the code Overloaded when too many hashes wait", async () => {
  const seen = await app().action("keys:many", {});
  expect(seen).toEqual(["8", '{"code":"Overloaded"}']);
});

test("[FN35] there is room again after hashes that failed", async () => {
  const bad = { ...TINY, N: 3 };
  const fails = [1, 2, 3].map(() => deriveKey(PASSWORD, SALT, bad));
  for (const { status } of await Promise.allSettled(fails))
    expect(status).toBe("rejected");
  expect((await deriveKey(PASSWORD, SALT, TINY)).length).toBe(8);
});

test("[FN35] a caller may change its bytes while the key waits to be derived", async () => {
  const [password, salt] = [PASSWORD.slice(), SALT.slice()];
  const keys = [1, 2, 3].map(() => deriveKey(password, salt, TINY));
  password.fill(9);
  salt.fill(9);
  const right = await deriveKey(PASSWORD, SALT, TINY);
  expect(await Promise.all(keys)).toEqual([right, right, right]);
});

test("[FN35] a share with a thousand hashes barely delays others and takes no place from them", async () => {
  const done: string[] = [];
  const derive = async (share: string[]) => {
    const outcome = await deriveKey(PASSWORD, SALT, { ...TINY, share }).then(
      () => "done",
      () => "refused",
    );
    done.push(`${share.at(-1)} ${outcome}`);
  };
  const flood = Array.from({ length: 1000 }, () => derive(["far", "flood"]));
  await Promise.all([
    ...flood,
    derive(["far", "one"]),
    derive(["known", "me"]),
  ]);
  const inTurn = done.filter((outcome) => outcome.endsWith("done"));
  expect(inTurn).toHaveLength(102);
  for (const name of ["one done", "me done"]) {
    expect(inTurn.indexOf(name)).toBeGreaterThanOrEqual(0);
    expect(inTurn.indexOf(name)).toBeLessThan(8);
  }
});

test("[FN35] one share runs one hash at a time, and another share starts at once", async () => {
  const share = ["far", "flood"];
  const flood = () =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        deriveKey(PASSWORD, SALT, { ...TINY, share }),
      ),
    );
  expect(await mostAtOnce(flood)).toBe(1);
  const both = async () => {
    const others = flood();
    const one = { ...TINY, share: ["far", "one"] };
    await deriveKey(PASSWORD, SALT, one);
    await others;
  };
  expect(await mostAtOnce(both)).toBe(2);
});

test("[FN35] shares that an action names take turns", async () => {
  expect(await app().action("keys:shared", {})).toEqual(["one", "flood"]);
});
