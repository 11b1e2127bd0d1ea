import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { AnswerSyscall } from "../../functions/actions/job.ts";
import { ActionPool } from "../../functions/actions/pool.ts";

const MODULE = `
  import { appendFileSync, existsSync } from "node:fs";
  const file = (name) => new URL(name, import.meta.url);
  const action = (handler) => ({ invokeAction: async (_requestId, args) => JSON.stringify(await handler(args)) });
  export const waits = action((name) => { appendFileSync(file("ran"), name); return Convex.asyncSyscall("waits", ""); });
  export const dies = action(() => {
    void Convex.asyncSyscall("dies", "");
    while (!existsSync(file("go")));
    process.reallyExit(1);
  });
  export const runs = action((name) => appendFileSync(file("ran"), name));
`;

/** A pool with one thread that never counts as busy. */
function openPool(url: (folder: string) => string) {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "engine-dying-"));
  fs.writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  fs.writeFileSync(path.join(folder, "acts.js"), MODULE);
  const pool = new ActionPool({
    folder: url(folder),
    writeModules: () => Promise.resolve(),
    env: {},
    workers: 1,
    taskTime: 60_000,
    memory: 1 << 28,
    patience: 60_000,
    failure: (error) => ({ ok: false, message: String(error) }),
    logError: () => undefined,
  });
  onTestFinished(async () => {
    await pool.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const act = (name: string, args: string, answer: AnswerSyscall = never) =>
    pool.run(
      {
        kind: "action",
        isNode: false,
        module: "acts.js",
        name,
        args,
        requestId: "",
      },
      answer,
    );
  return { act, file: (name: string) => path.join(folder, name), pool };
}

const folderUrl = (folder: string) => `${pathToFileURL(folder).href}/`;

/** An answer to a syscall that never comes, and a promise that resolves at the call. */
function asked() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer: AnswerSyscall = () => {
    resolve();
    return never();
  };
  return { promise, answer };
}

const never = () => new Promise<never>(() => undefined);

test("[FN27] tasks that a dying thread had not begun run elsewhere, once; those it had begun fail", async () => {
  const { act, file } = openPool(folderUrl);
  const [waits, dies] = [asked(), asked()];
  const begun = [act("waits", "a", waits.answer)];
  await waits.promise;
  begun.push(act("dies", "", dies.answer));
  await dies.promise;
  // The thread spins. These tasks are on its port and it cannot take them.
  const queued = [act("runs", "b"), act("runs", "c")];
  await new Promise((resolve) => setImmediate(resolve));
  fs.writeFileSync(file("go"), "");
  for (const outcome of await Promise.all(begun))
    expect(JSON.stringify(outcome)).toContain("runtime of actions crashed");
  for (const outcome of await Promise.all(queued))
    expect(outcome.kind).toBe("result");
  const seen = [...fs.readFileSync(file("ran"), "utf8")].sort();
  expect(seen).toEqual(["a", "b", "c"]);
});

test("[FN27] a thread that cannot start fails its tasks", async () => {
  const { act } = openPool(() => "no URL");
  const outcome = await act("runs", "a");
  expect(JSON.stringify(outcome)).toContain("Invalid URL");
});

test("[FN27] closing fails running and queued tasks and starts none", async () => {
  const { act, file, pool } = openPool(folderUrl);
  const spins = asked();
  const outcomes = [act("dies", "", spins.answer)];
  await spins.promise;
  outcomes.push(act("runs", "b"));
  await pool.close();
  for (const outcome of await Promise.all(outcomes))
    expect(JSON.stringify(outcome)).toContain("it stopped");
  expect(fs.existsSync(file("ran"))).toBe(false);
});
