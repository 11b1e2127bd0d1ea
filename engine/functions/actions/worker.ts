/**
 * The thread of actions and HTTP actions: Node's globals, the deployment's environment, and a `Convex` global that
 * sends syscalls to the engine's thread. Started by pool.ts.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import * as nodeModule from "node:module";
import { setImmediate } from "node:timers";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { registeredExports } from "../analysis/exports.ts";
import { LogLines } from "../log-lines.ts";
import { setUpConsole } from "../realm/console.ts";
import { setUpErrors } from "../realm/errors.ts";
import type { Described } from "../realm/host.ts";
import { createInspect } from "../realm/inspect.ts";
import { setUpLocale } from "../realm/locale.ts";
import type { Thrown } from "../thrown.ts";
import { must } from "../../values/user-error.ts";
import type { JsonValue } from "../../values/json.ts";
import { setUpAnswers } from "./answers.ts";
import { HttpRun, type Router } from "./http.ts";
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
import { endStrayActions, type Owner } from "./stray-errors.ts";
import { createSyscalls } from "./worker-syscalls.ts";

/** A begun task, or the evaluation of modules that it was the first to need. */
type Run = Owner & {
  /** Id of the task. Null for modules: their state is shared by all tasks and must not make syscalls for this one. */
  readonly id: number | null;
  readonly log: LogLines;
};

const { folder, memory } = workerData as WorkerData;
boundMemory(memory);
const port = must(parentPort, "this file is the code of a worker");
const current = new AsyncLocalStorage<Run>();
const requests = new Map<
  number,
  { readonly run: Run; readonly request: HttpRun }
>();
const post = (message: FromWorker, transfer: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);

/** Removes the modules' folder, which must not leave this machine. */
const withoutFolder = (text: string) =>
  text.replaceAll(folder, "").replaceAll(fileURLToPath(folder), "");
const describeWhole = setUpErrors({ locate: createLocate(folder) });
const describe = (error: unknown) => withoutFolder(describeWhole(error));
// Code may catch a failed import and return its message. Node 22.15 and newer.
(nodeModule as Partial<typeof nodeModule>).registerHooks?.({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      if (error instanceof Error) error.message = withoutFolder(error.message);
      throw error;
    }
  },
});
setUpConsole(
  {
    log: (level, messages) => current.getStore()?.log.add(level, messages),
    time: (...step) => current.getStore()?.log.time(...step),
  },
  createInspect(),
);
const syscalls = createSyscalls(() => {
  const id = current.getStore()?.id ?? null;
  if (id === null) throw new Error("Syscalls are unsupported at import time");
  return id;
}, post);
Object.assign(globalThis, {
  Convex: syscalls.convex,
  AsyncLocalStorage,
  AsyncResource,
  // Bundled CommonJS packages load Node's modules with this.
  require: nodeModule.createRequire(new URL("package.json", folder)),
});
setUpAnswers();
setUpLocale();
Object.defineProperty(globalThis.crypto, "scrypt", { value: syscalls.scrypt });

endStrayActions(() => current.getStore(), thrown);

// What packages write there would be in the engine's log as it is.
const drop = (...args: unknown[]) => (args.at(-1) as () => void)();
for (const stream of [process.stdout, process.stderr])
  Object.assign(stream, { _write: drop, _writev: drop });

port.on("message", (message: ToWorker) => {
  switch (message.type) {
    case "answer":
      syscalls.settle(message.call, message.answer);
      return;
    case "ping":
      post({ type: "alive" });
      return;
    case "body":
      toRequest(message.id, (request) => request.onPart(message.part));
      return;
    case "reply":
      toRequest(message.id, (request) => request.onReply(message.reply));
      return;
    case "abandoned":
      toRequest(message.id, (request) => request.onAbandoned());
      return;
    case "task":
      if (claim(message.claim)) start(message.id, message.task);
      // The task was withdrawn. Without this message the pool would treat the thread as busy forever.
      else post({ type: "alive" });
  }
});

/** False when the task was withdrawn meanwhile. */
function claim(state: Int32Array): boolean {
  const { free, started } = CLAIM;
  return Atomics.compareExchange(state, 0, free, started) === free;
}

/** Runs as the action's code, because listeners of its request belong to it. */
function toRequest(id: number, tell: (request: HttpRun) => void): void {
  const found = requests.get(id);
  if (found) current.run(found.run, tell, found.request);
}

function start(id: number, task: Task): void {
  post({ type: "alive" });
  const log = new LogLines();
  let isOver = false;
  /** Only the first call counts; what the action does afterwards has no effect. */
  const end = (outcome: Outcome) => {
    if (isOver) return;
    isOver = true;
    requests.delete(id);
    post({ type: "done", id, outcome, logLines: log.lines });
  };
  const run: Run = {
    id,
    log,
    isNode: task.kind === "inspect" || (task.kind === "action" && task.isNode),
    fail: (error) => {
      toRequest(id, (request) => request.onAbandoned());
      end({ kind: "thrown", thrown: error });
    },
  };
  current.run(run, () => {
    perform(run, id, task).then(
      // Wait until Node has reported unhandled rejections: they count, as in the backend.
      (outcome) => setImmediate(end, outcome),
      (error: unknown) => end({ kind: "thrown", thrown: thrown(error) }),
    );
  });
}

async function perform(run: Run, id: number, task: Task): Promise<Outcome> {
  switch (task.kind) {
    case "action": {
      const { exports } = await load(run, task.module);
      const action = exports[task.name] as {
        invokeAction: (requestId: string, args: string) => Promise<string>;
      };
      const result = await action.invokeAction(task.requestId, task.args);
      return { kind: "result", result };
    }
    case "http": {
      const request = new HttpRun(id, post);
      requests.set(id, { run, request });
      const { exports } = await load(run, "http.js");
      const router = exports["default"] as Router;
      return request.run(router, task.path, task.request);
    }
    case "inspect": {
      const found = [];
      for (const module of task.modules) {
        const { exports } = await load(run, module);
        const functions = registeredExports(module, exports).map(
          ({ target: _, ...registered }) => registered,
        );
        found.push({ module, functions });
      }
      return { kind: "exports", exports: found };
    }
  }
}

type Loaded = { readonly exports: Record<string, unknown> };

/** Through a module that imports it, because `import()` would call an export named `then`. */
function load(run: Run, module: string): Promise<Loaded> {
  const url = JSON.stringify(new URL(module, folder).href);
  const source = `import * as exports from ${url}; export { exports };`;
  return current.run(
    { ...run, id: null },
    () =>
      import(
        `data:text/javascript,${encodeURIComponent(source)}`
      ) as Promise<Loaded>,
  );
}

function thrown(error: unknown): Thrown {
  const { message, frames, data } = JSON.parse(describe(error)) as Described;
  return {
    message,
    frames,
    ...(data === undefined ? {} : { data: JSON.parse(data) as JsonValue }),
  };
}
