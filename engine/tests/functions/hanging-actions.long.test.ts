import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

/** Short enough to wait for, long enough for the other actions on a loaded machine. */
const ACTION_TIME = 15_000;

const SOURCES = {
  "acts.ts": `
    export const holds = action({ args: { url: v.string() }, handler: async (_ctx, { url }) => { await fetch(url); for (;;); } });
    export const leaves = action({ args: { url: v.string() }, handler: async (_ctx, { url }) => { globalThis.held = await fetch(url); await (await fetch(url)).text(); } });
    export const loops = action({ args: {}, handler: async () => { for (;;); } });
    export const never = action({ args: {}, handler: () => new Promise(() => {}) });
    export const echo = action({ args: { text: v.string() }, handler: async (_ctx, { text }) => text });`,
};

const app = functionsOf(SOURCES, {
  limits: { actionTime: ACTION_TIME, patience: 250 },
});

test("[FN27] code that loops or never ends is stopped after its time and delays no other action", async () => {
  const text = `Function execution timed out (maximum duration: ${ACTION_TIME / 1000}s)`;
  const echo = (what: string) => app().action("acts:echo", { text: what });
  expect(await echo("before")).toBe("before");
  const loops = [1, 2].map(() => messageOf(app().action("acts:loops")));
  const never = messageOf(app().action("acts:never"));
  const echoes = await Promise.all(["a", "b", "c", "d", "e"].map(echo));
  expect(echoes).toEqual(["a", "b", "c", "d", "e"]);
  expect(await Promise.all([...loops, never])).toEqual([text, text, text]);
  expect(await echo("after")).toBe("after");
});

/** A server whose answers start and never end. Its connections last as long as the threads that hold them. */
async function openServer() {
  const answers: ServerResponse[] = [];
  const server = createServer((_request, answer) => {
    answers.push(answer);
    answer.write("begun");
    server.emit("answer");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, answers, url: `http://127.0.0.1:${port}/` };
}

test("[FN27] the thread of a loop ends when the action times out", async () => {
  const { answers, url } = await openServer();
  const failed = messageOf(app().action("acts:holds", { url }));
  expect(await failed).toContain("Function execution timed out");
  const [answer] = answers;
  if (answer?.closed === false) await once(answer, "close");
});

test("[FN27] threads of replaced code end with the last action they run", async () => {
  const { server, answers, url } = await openServer();
  const left = app().action("acts:leaves", { url });
  while (answers.length < 2) await once(server, "answer");
  await app().deploy(SOURCES);
  answers[1]?.end();
  await left;
  const [answer] = answers;
  if (answer?.closed === false) await once(answer, "close");
});
