/** Actions that hang: given up after their time, in the way of nobody. */
import { expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

/** Short enough to wait for, long enough for the other actions on a machine under load. */
const ACTION_TIME = 4000;

const app = functionsOf(
  {
    "acts.ts": `
    export const loops = action({ args: {}, handler: async () => { for (;;); } });
    export const never = action({ args: {}, handler: () => new Promise(() => {}) });
    export const echo = action({ args: { text: v.string() }, handler: async (_ctx, { text }) => text });`,
  },
  { limits: { actionTime: ACTION_TIME } },
);

// Canary: let ActionPool.#withdraw return at once; the echoes then wait for the loops to be given up.
test(
  "[FN27] code that loops or never ends is given up after its time and holds up nobody",
  { timeout: 120_000 },
  async () => {
    const text = `Function execution timed out (maximum duration: ${ACTION_TIME / 1000}s)`;
    const echo = (what: string) => app().action("acts:echo", { text: what });
    expect(await echo("before")).toBe("before");
    const loops = [1, 2].map(() => messageOf(app().action("acts:loops")));
    const never = messageOf(app().action("acts:never"));
    const echoes = await Promise.all(["a", "b", "c", "d", "e"].map(echo));
    expect(echoes).toEqual(["a", "b", "c", "d", "e"]);
    expect(await Promise.all([...loops, never])).toEqual([text, text, text]);
    expect(await echo("after")).toBe("after");
  },
);
