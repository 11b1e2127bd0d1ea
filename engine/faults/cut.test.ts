/**
 * R12: many official clients count up by one, and none gets its first answer. Each sends again, and has counted once, even
 * after a kill.
 */
import { expect, test } from "vitest";
import { openOfficialClient } from "../bench/wire/official-client.ts";
import { times } from "./counts.ts";
import { openCuttingProxy } from "./cutting-proxy.ts";
import { openSmallProject } from "./small-project.ts";

const CLIENTS = times(40, 1000);
const SOURCES = {
  "counter.ts": `
    import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    export const get = query({ args: {}, handler: async (ctx) => (await ctx.db.query("counters").first())?.n ?? 0 });
    export const up = mutation({ args: {}, handler: async (ctx) => {
      const { _id, n } = (await ctx.db.query("counters").first()) ?? { n: 0 };
      if (_id === undefined) await ctx.db.insert("counters", { n: n + 1 });
      else await ctx.db.patch(_id, { n: n + 1 });
      return n + 1;
    } });`,
};

test.each([{ killed: false }, { killed: true }])(
  "R12: counts each client once (server killed: $killed)",
  async ({ killed }) => {
    const project = await openSmallProject(SOURCES);
    const proxy = await openCuttingProxy(project.engine().port, CLIENTS);
    const clients = Array.from({ length: CLIENTS }, () =>
      openOfficialClient(proxy.url),
    );
    const connected = clients.map(
      (client) =>
        new Promise((resolve) => client.watch("counter:get", {}, resolve)),
    );
    await Promise.all(connected);
    // From now on no client reconnects before all have lost their connection.
    proxy.setOpen(false);
    const answers = clients.map((client) => client.mutate("counter:up", {}));
    await proxy.allCut;
    if (killed) {
      await project.engine().kill();
      await project.restart();
    }
    proxy.setOpen(true);
    const numbers = (await Promise.all(answers)).map(Number);
    const all = Array.from({ length: CLIENTS }, (_, i) => i + 1);
    expect(numbers.sort((a, b) => a - b)).toEqual(all);
    await Promise.all(clients.map((client) => client.close()));
    await proxy.close();
  },
);
