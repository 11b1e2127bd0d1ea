/**
 * The realm in which queries and mutations of one deployment run: a vm.Context with separate globals (realm/) and a
 * separate microtask queue. Loads modules and enters functions.
 *
 * Because of the separate queue (`microtaskMode`), everything after an `await` happens inside `drain` and nowhere else.
 * There a runaway can be stopped (step-queue.ts).
 */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import vm from "node:vm";
import type { JsonValue } from "../values/json.ts";
import { must } from "../values/user-error.ts";
import type { DeployedModule } from "./deployed/bundle.ts";
import type { Described, RealmDoor } from "./realm/host.ts";
import { setUpRealm, type RealmEnvironment } from "./realm/set-up.ts";
import { readSourceMap, type SourceMap } from "./deployed/source-map.ts";
import { ReplacedGlobals } from "./replaced-globals.ts";
import { FunctionThrew, type Thrown } from "./thrown.ts";

/** V8 knows modules by this prefix and their path, which distinguishes frames of user code. */
const IDENTIFIER = "convex:/";

/** From 24.9 on, Node links modules without promises, a hundred times as fast. */
const LINKS_AT_ONCE = "hasAsyncGraph" in vm.SourceTextModule.prototype;

// V8's cache of compiled sources keeps modules of earlier deploys, which hold their realms.
setFlagsFromString("--no-compilation-cache");
// Bytes have `toBase64`, `toHex` and their opposites, as on Convex. Node 22 lacks them.
if (parseInt(process.versions.v8) >= 13) setFlagsFromString("--js-base-64");

const drainScript = new vm.Script("0");

export class TransactionRealm {
  readonly #context: vm.Context;
  readonly #door: RealmDoor;
  readonly #modules = new Map<string, vm.SourceTextModule>();
  readonly #sources: ReadonlyMap<string, DeployedModule>;
  readonly #maps = new Map<string, SourceMap>();
  readonly #environment: RealmEnvironment;
  readonly globals: ReplacedGlobals;
  /** An import has timed out. */
  #isCut = false;

  /** @param modules those of the default runtime, chunks included. */
  constructor(
    modules: readonly DeployedModule[],
    environment: RealmEnvironment,
  ) {
    this.#sources = new Map(modules.map((module) => [module.path, module]));
    this.#environment = environment;
    this.#context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
      name: "convex",
      microtaskMode: "afterEvaluate",
      // As in the backend: `eval` and `new Function` throw an EvalError.
      codeGeneration: { strings: false },
    });
    this.globals = new ReplacedGlobals(this.#context);
    this.#door = setUpRealm(
      environment,
      (file, line, column) => this.#locate(file, line, column),
      (source) =>
        vm.runInContext(source, this.#context, { filename: "engine:/realm" }),
    );
  }

  /**
   * Evaluates modules and their imports under one timer: each timer is a thread in Node, which costs more than most
   * modules. Failures are ignored here and repeat in `evaluate`.
   * @param timeout ms for each
   */
  async evaluateTogether(
    paths: readonly string[],
    timeout: number,
  ): Promise<void> {
    const all = new vm.SourceTextModule(
      paths.map((path) => `import ${JSON.stringify(`/${path}`)};`).join("\n"),
      { context: this.#context, identifier: IDENTIFIER },
    );
    try {
      await this.#link(all);
      await this.#isOver(all, timeout * paths.length);
    } catch {
      // Evaluating each module alone shows which one failed.
    }
  }

  /** Whether `evaluateNow` could have evaluated these modules, which are already evaluated. Node 24.9 and newer. */
  canEvaluateNow(paths: readonly string[]): boolean {
    return (
      LINKS_AT_ONCE &&
      paths.every((path) => this.#modules.get(path)?.hasAsyncGraph() === false)
    );
  }

  /**
   * As `evaluate`, but synchronous and without a timer: for modules known to evaluate quickly.
   * @throws FunctionThrew with the module's error.
   */
  evaluateNow(path: string): Record<string, unknown> {
    const module = this.#module(path);
    if (module.status === "unlinked") this.#linkNow(module);
    if (module.status === "linked")
      this.globals.import(
        () => void this.#door.begin(() => module.evaluate()).catch(ignore),
      );
    return this.#evaluated(module);
  }

  /**
   * Evaluates a module and its imports, once, and returns its exports. In an object, because a promise would call an
   * export named `then`.
   * @param timeout ms
   * @throws FunctionThrew with the module's error.
   */
  async evaluate(
    path: string,
    timeout: number,
  ): Promise<{ readonly exports: Record<string, unknown> }> {
    const module = await this.#linked(path);
    if (!(await this.#isOver(module, timeout)))
      throw failed("Top-level awaits never resolved");
    return { exports: this.#evaluated(module) };
  }

  #evaluated(module: vm.SourceTextModule): Record<string, unknown> {
    if (module.status === "errored") {
      // A module that timed out has no error.
      if (this.#isCut && module.error === null)
        throw failed("Importing it takes too long: it may loop.");
      throw this.threw(module.error);
    }
    return module.namespace as Record<string, unknown>;
  }

  /**
   * Evaluates a module, unless that was done before.
   * @returns false when it never ends: it can wait only for its realm, which has nothing left to run by then.
   */
  async #isOver(
    module: vm.SourceTextModule,
    timeout: number,
  ): Promise<boolean> {
    if (module.status === "errored") return true;
    // An evaluated module needs no timer, which is a thread in Node.
    const limit = module.status === "linked" ? { timeout } : {};
    const evaluated = module.evaluate(limit).then(
      () => true,
      (error: unknown) => {
        this.#isCut ||= isTimeout(error);
        return true;
      },
    );
    return Promise.race([evaluated, setImmediate(false)]);
  }

  /** Starts a function; it runs when the realm is drained. */
  enter(
    target: object,
    method: string,
    args: readonly unknown[],
    done: (result: string) => void,
    failed: (thrown: Thrown) => void,
  ): void {
    this.#door.enter(target, method, args, done, (described) =>
      failed(read(described)),
    );
  }

  /** Runs everything in the realm that can continue. */
  drain(): void {
    drainScript.runInContext(this.#context);
  }

  /** Describes an error thrown by code of the realm. */
  threw(error: unknown): FunctionThrew {
    return new FunctionThrew(read(this.#door.describe(error)));
  }

  /** A value of the realm as JSON; null if it has none. @throws FunctionThrew with an error of reading it. */
  jsonOf(value: unknown): JsonValue {
    try {
      return JSON.parse(JSON.stringify(value) ?? "null") as JsonValue;
    } catch (error) {
      throw this.threw(error);
    }
  }

  /** Generated code of a module. */
  source(module: string): string {
    return must(this.#sources.get(module), `no module ${module}`).source;
  }

  /** Original position of generated code; lines and columns count from 0. Null when the module has no map. */
  original(
    module: string,
    line: number,
    column: number,
  ): ReturnType<SourceMap["find"]> {
    const text = this.#sources.get(module)?.sourceMap;
    if (text === undefined) return null;
    let map = this.#maps.get(module);
    if (map === undefined) {
      map = readSourceMap(text);
      this.#maps.set(module, map);
    }
    return map.find(line, column);
  }

  #locate(file: string, line: number, column: number): string | null {
    if (!file.startsWith(IDENTIFIER)) return null;
    const module = file.slice(IDENTIFIER.length);
    const found = this.original(module, line - 1, column - 1);
    if (found === null) return `${module}:${line}:${column}`;
    return `${found.source}:${found.line + 1}:${found.column + 1}`;
  }

  /**
   * `import()` returns a promise of the host, which rejects outside the realm's steps. `wait` adds a step in which the
   * awaiting code continues.
   */
  #refuseImport(specifier: string): never {
    const ignore = () => undefined;
    this.#environment.wait(() => Promise.resolve(), ignore, ignore);
    throw this.#door.errorOf(
      this.#environment.unavailable(`import(${JSON.stringify(specifier)})`),
    );
  }

  /** @throws FunctionThrew for sources that do not compile or whose imports do not exist. */
  async #linked(path: string): Promise<vm.SourceTextModule> {
    try {
      const module = this.#module(path);
      await this.#link(module);
      return module;
    } catch (error) {
      const message = `Uncaught ${String(error)}`;
      throw new FunctionThrew({ message, frames: [] });
    }
  }

  async #link(module: vm.SourceTextModule): Promise<void> {
    if (module.status !== "unlinked") return;
    if (LINKS_AT_ONCE) {
      this.#linkNow(module);
      return;
    }
    await module.link((specifier, from) =>
      this.#module(resolve(specifier, from.identifier)),
    );
  }

  #linkNow(root: vm.SourceTextModule): void {
    const unlinked = [root];
    const seen = new Set(unlinked);
    for (const module of unlinked) {
      const imported = module.moduleRequests.map(({ specifier }) =>
        this.#module(resolve(specifier, module.identifier)),
      );
      module.linkRequests(imported);
      for (const next of imported) {
        if (next.status !== "unlinked" || seen.has(next)) continue;
        seen.add(next);
        unlinked.push(next);
      }
    }
    root.instantiate();
  }

  #module(path: string): vm.SourceTextModule {
    const known = this.#modules.get(path);
    if (known) return known;
    const { source } = must(
      this.#sources.get(path),
      `Couldn't find module ${path}`,
    );
    const module = new vm.SourceTextModule(source, {
      context: this.#context,
      identifier: IDENTIFIER + path,
      initializeImportMeta: (meta) => {
        meta.url = IDENTIFIER + path;
      },
      importModuleDynamically: (specifier) => this.#refuseImport(specifier),
    });
    this.#modules.set(path, module);
    return module;
  }
}

function failed(message: string): FunctionThrew {
  return new FunctionThrew({ message, frames: [] });
}

function isTimeout(error: unknown): boolean {
  // Code may throw anything, even null.
  const thrown = error as { readonly code?: unknown } | null | undefined;
  return thrown?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

function ignore(): void {
  // The module's status shows the outcome.
}

function read(described: string): Thrown {
  const { message, frames, data } = JSON.parse(described) as Described;
  return {
    message,
    frames,
    ...(data === undefined
      ? {}
      : { data: JSON.parse(data) as NonNullable<Thrown["data"]> }),
  };
}

/** `../_deps/X.js` as seen from `convex:/folder/messages.js`. */
function resolve(specifier: string, from: string): string {
  if (!/^\.{0,2}\//.test(specifier)) return specifier;
  return new URL(
    specifier,
    from.replace(IDENTIFIER, "file:///"),
  ).pathname.slice(1);
}
