import { expect, test } from "vitest";
import type { JsonObject } from "../../values/json.ts";
import { ANYONE, functionsOf } from "./open-functions.ts";

const app = functionsOf({
  "work.ts": `
    const busy = (rounds) => { let x = 0; for (let i = 0; i < rounds; i++) x = (x + i * i) % 7; return x; };
    const args = { rounds: v.number() };
    export const read = query({ args, handler: (_ctx, { rounds }) => busy(rounds) });
    export const write = mutation({ args, handler: (_ctx, { rounds }) => busy(rounds) });
    export const nested = action({ args, handler: (ctx, args) => ctx.runQuery("work:read", args) });`,
});

const SLOW = "198.51.100.1";
const OTHER = "203.0.113.7";
type Kind = "read" | "write" | "nested";

/** A call from an address. */
function call(kind: Kind, args: JsonObject, ip: string): Promise<unknown> {
  const { functions } = app();
  const path = `work:${kind}`;
  const info = { ip, userAgent: null };
  if (kind === "read")
    return functions.runQuery(path, args, ANYONE, null, undefined, ip);
  return kind === "write"
    ? functions.runMutation(path, args, ANYONE, undefined, info)
    : functions.runAction(path, args, ANYONE, info);
}

test.each<Kind>(["read", "write", "nested"])(
  "[FN51] expensive calls of one network delay another's %s by a few steps only",
  async (quick) => {
    await call(quick, { rounds: 1 }, OTHER);
    let ended = 0;
    const flood = Array.from({ length: 40 }, () =>
      call("read", { rounds: 1_000_000 }, SLOW).then(() => ended++),
    );
    await Promise.race(flood);
    await call(quick, { rounds: 1 }, OTHER);
    expect(ended).toBeLessThan(20);
    await Promise.all(flood);
  },
);
