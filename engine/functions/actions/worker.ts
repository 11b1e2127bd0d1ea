/**
 * The thread in which actions and HTTP actions run: Node's own globals, the deployment's environment, and a `Convex` global
 * that sends every syscall to the engine's thread. Started by pool.ts with the modules' folder.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { registeredExports } from "../analysis/exports.ts";
import { LogLines } from "../log-lines.ts";
import { setUpConsole } from "../realm/console.ts";
import { setUpErrors } from "../realm/errors.ts";
import type { Described } from "../realm/host.ts";
import { createInspect } from "../realm/inspect.ts";
import type { Thrown } from "../thrown.ts";
import { must } from "../../values/user-error.ts";
import type { JsonValue } from "../../values/json.ts";
import { HttpRun } from "./http.ts";
import { createLocate } from "./locate.ts";
import { boundMemory } from "./memory-bound.ts";
import {
  CLAIM,
  type FromWorker,
  type Outcome,
  type Task,
  type ToWorker,
  type WorkerData,
} from "./protocol.ts";
import { createSyscalls } from "./worker-syscalls.ts";

type Run = { readonly id: number; readonly log: LogLines };

const { folder, memory } = workerData as WorkerData;
boundMemory(memory);
const port = must(parentPort, "this file is the code of a worker");
const current = new AsyncLocalStorage<Run>();
const requests = new Map<number, HttpRun>();
const post = (message: FromWorker, transfer: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);

const describe = setUpErrors({ locate: createLocate(folder) });
setUpConsole(
  {
    log: (level, messages) => current.getStore()?.log.add(level, messages),
    time: (...step) => current.getStore()?.log.time(...step),
  },
  createInspect(),
);
const syscalls = createSyscalls(() => {
  const run = current.getStore();
  if (run === undefined)
    throw new Error("Syscalls are unsupported at import time");
  return run.id;
}, post);
Object.assign(globalThis, {
  Convex: syscalls.convex,
  AsyncLocalStorage,
  AsyncResource,
  // Bundled CommonJS packages ask for Node's modules this way.
  require: createRequire(new URL("package.json", folder)),
});
Object.defineProperty(globalThis.crypto, "scrypt", { value: syscalls.scrypt });

// A promise nobody waits for must not take the other actions of this thread with it.
process.on("unhandledRejection", (error) => {
  console.error("Unhandled promise rejection:", error);
});

port.on("message", (message: ToWorker) => {
  switch (message.type) {
    case "answer":
      syscalls.settle(message.call, message.answer);
      return;
    case "ping":
      post({ type: "alive" });
      return;
    case "body":
      requests.get(message.id)?.onPart(message.part);
      return;
    case "reply":
      requests.get(message.id)?.onReply(message.reply);
      return;
    case "abandoned":
      requests.get(message.id)?.onAbandoned();
      return;
    case "task":
      if (claim(message.claim)) start(message.id, message.task);
      // It came too late for this one; without a word the thread would never be given another.
      else post({ type: "alive" });
  }
});

/** False when the task was withdrawn meanwhile. */
function claim(state: Int32Array): boolean {
  const { free, started } = CLAIM;
  return Atomics.compareExchange(state, 0, free, started) === free;
}

function start(id: number, task: Task): void {
  post({ type: "alive" });
  const run = { id, log: new LogLines() };
  void current.run(run, async () => {
    const outcome = await perform(id, task).catch(
      (error: unknown): Outcome => ({
        kind: "thrown",
        thrown: thrown(error),
      }),
    );
    requests.delete(id);
    post({ type: "done", id, outcome, logLines: run.log.lines });
  });
}

async function perform(id: number, task: Task): Promise<Outcome> {
  switch (task.kind) {
    case "action": {
      const namespace = await load(task.module);
      const action = namespace[task.name] as {
        invokeAction: (requestId: string, args: string) => Promise<string>;
      };
      const result = await action.invokeAction(task.requestId, task.args);
      return { kind: "result", result };
    }
    case "http": {
      const request = new HttpRun(id, post);
      requests.set(id, request);
      const { default: router } = await load("http.js");
      return request.run(router, task.path, task.request);
    }
    case "inspect": {
      const exports = [];
      for (const module of task.modules) {
        const functions = registeredExports(module, await load(module)).map(
          ({ target: _, ...registered }) => registered,
        );
        exports.push({ module, functions });
      }
      return { kind: "exports", exports };
    }
  }
}

function load(module: string): Promise<Record<string, unknown>> {
  return import(new URL(module, folder).href) as Promise<
    Record<string, unknown>
  >;
}

function thrown(error: unknown): Thrown {
  const { message, frames, data } = JSON.parse(describe(error)) as Described;
  return {
    message,
    frames,
    ...(data === undefined ? {} : { data: JSON.parse(data) as JsonValue }),
  };
}
