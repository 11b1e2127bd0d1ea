/**
 * Runs queries and mutations in the realm of their deployment and answers what they ask the engine.
 * Knows nothing of retries, commits or clients (runner.ts).
 *
 * A function mostly runs through in one step: what it awaits are database calls, and those are answered at once. Only
 * when it waits for the host (cryptography) does it leave, and comes back with a step of its own; others may run
 * meanwhile. So whose step it is says nothing about whose code runs: AsyncLocalStorage does.
 *
 * Code of components has realms of its own, each with a queue of its own: where a call goes from one into another, and
 * back, is noted, and the step drains one after the other until nothing is left.
 *
 * How a function ended counts from the event after its last step: until then Node may report a rejection of its that
 * nobody handles (rejections.ts), and what it did not await still runs.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { UserError } from "../values/user-error.ts";
import { parseArgs } from "../values/parse-json.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { outOfMemoryText } from "./actions/memory-bound.ts";
import { Execution } from "./execution.ts";
import { addLimitWarnings } from "./limit-warnings.ts";
import type { FunctionInfo } from "./function-info.ts";
import type { ExecutionLimits } from "./functions.ts";
import type { LoadedDeployment, RunningCall } from "./loaded-deployment.ts";
import type { TransactionRealm } from "./transaction-realm.ts";
import type { Step, StepQueue } from "./step-queue.ts";
import { asyncSyscall, syscall } from "./syscalls/table.ts";
import { nestedCall } from "./syscalls/nested.ts";
import {
  complaint,
  FunctionThrew,
  innerText,
  thrownOf,
  type Thrown,
} from "./thrown.ts";
import { checkResult } from "./validation.ts";
import { TableMissing } from "./syscalls/writes.ts";
import type { Cause, Watchdog } from "./watchdog.ts";

type Reject = (message: string, data: string | undefined) => void;

/** The execution whose code is running; undefined while modules are evaluated. */
const current = new AsyncLocalStorage<Execution>();

export function currentExecution(): Execution | undefined {
  return current.getStore();
}

/** Runs code as nobody's, and not in a resource of the host's: that would end the engine if the code is terminated. */
export function outsideCalls<T>(act: () => T): T {
  return current.exit(act);
}

export class Executor {
  readonly #database: Database;
  readonly #steps: StepQueue;
  readonly #watchdog: Watchdog;
  readonly #limits: ExecutionLimits;
  readonly #logError: (what: string, error: unknown) => void;
  /** Realms, other than the one being drained, in which something can go on. */
  readonly #ready = new Set<TransactionRealm>();

  constructor(
    database: Database,
    steps: StepQueue,
    watchdog: Watchdog,
    limits: ExecutionLimits,
    logError: (what: string, error: unknown) => void,
  ) {
    this.#database = database;
    this.#steps = steps;
    this.#watchdog = watchdog;
    this.#limits = limits;
    this.#logError = logError;
  }

  /**
   * Runs a function to its end.
   * @param args JSON text of its checked arguments, a list of one.
   * @returns JSON text of its checked result. Rejects with FunctionThrew.
   */
  run(execution: Execution, info: FunctionInfo, args: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { running, begun } = execution.call.deployment;
    const end = (result: string | null, settle: () => void) => {
      begun.delete(call);
      if (!running.delete(execution)) return;
      addLimitWarnings(execution, args, result);
      execution.call.isOver = true;
      execution.close();
      settle();
    };
    const fail = (thrown: Thrown) =>
      end(null, () => reject(new FunctionThrew(thrown)));
    const call: RunningCall = {
      fail,
      reject: once((reason) => {
        const { realm } = execution.call.deployment;
        this.#steps.pushFirst(
          // A step, because describing it may run code of the function's.
          this.#stepOf(execution, () => fail(realm.threw(reason).thrown)),
        );
      }),
      waitsUntil: null,
      settle: null,
    };
    running.set(execution, call);
    this.#step(execution, () => {
      begun.add(call);
      this.#enter(execution, info, args, (outcome) => {
        call.settle = () => {
          if ("thrown" in outcome) return fail(outcome.thrown);
          const { result } = outcome;
          end(result, () => resolve(result));
        };
      });
    });
    return promise;
  }

  /** @throws Error with the text for user code. */
  syscall(operation: string, args: string): string {
    this.#watchdog.progress();
    return syscall(openExecution(operation), operation, args);
  }

  asyncSyscall(
    operation: string,
    args: string,
    resolve: (result: string) => void,
    reject: Reject,
  ): void {
    this.#watchdog.progress();
    let execution: Execution;
    try {
      execution = openExecution(operation);
    } catch (error) {
      this.#reject(error, reject);
      return;
    }
    this.#whenUnblocked(execution, () => {
      try {
        if (operation === "1.0/runUdf")
          this.#runNested(execution, args, resolve, reject);
        else resolve(asyncSyscall(execution, operation, args));
      } catch (error) {
        this.#reject(error, reject);
      }
    });
  }

  /** Lets the code that asked wait for a promise of the host. */
  wait<T>(
    begin: () => Promise<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): void {
    const execution = current.getStore();
    if (execution === undefined) {
      reject(
        new Error("Asynchronous operations are unsupported at import time"),
      );
      return;
    }
    const { root } = execution;
    const { deployment } = root.call;
    const { running } = deployment;
    const call = running.get(root);
    // The call is over, and what still runs of it waits for ever.
    if (call === undefined) return;
    const { waitTime } = this.#limits;
    call.waitsUntil ??= performance.now() + waitTime;
    const left = call.waitsUntil - performance.now();
    // Guard untested: without it the timer says the same a moment later.
    if (left <= 0) return call.fail(timedOut(waitTime));
    let begun: Promise<T>;
    try {
      // It may run code of the function's, which may throw or be terminated: nothing counts before.
      begun = begin();
    } catch (error) {
      return reject(error);
    }
    deployment.waits++;
    const late = setTimeout(() => call.fail(timedOut(waitTime)), left);
    const goOn = (settle: () => void) => {
      clearTimeout(late);
      this.#step(execution, () => {
        // Not before: another call's step may come first, and would take this one for stalled.
        deployment.waits--;
        if (running.has(root)) settle();
      });
    };
    begun.then(
      (value) => goOn(() => resolve(value)),
      (error: unknown) => goOn(() => reject(error)),
    );
  }

  /** One step of a call: something to begin with, then all that can go on because of it. */
  #step(execution: Execution, begin: () => void): void {
    const { root, code } = execution;
    const { deployment } = root.call;
    const run = () => {
      try {
        begin();
        this.#drain(code.realm);
      } catch (error) {
        this.#logError("running a function failed", error);
      }
    };
    this.#steps.push({
      ...this.#stepOf(root, run),
      // Others may have ended in it, too.
      after: () => endCalls(deployment),
    });
  }

  #drain(realm: TransactionRealm): void {
    realm.drain();
    for (const other of this.#ready) {
      this.#ready.delete(other);
      other.drain();
    }
  }

  #stepOf(root: Execution, run: () => void): Step {
    const fail = (thrown: Thrown) =>
      root.call.deployment.running.get(root)?.fail(thrown);
    return {
      run,
      onTerminated: (cause) => fail(this.#ended(cause)),
      onClosed: () => fail(STOPPING),
    };
  }

  #ended(cause: Cause): Thrown {
    const { userTime, stepMemory } = this.#limits;
    if (cause === "time") return timedOut(userTime);
    return { message: outOfMemoryText(stepMemory), frames: [] };
  }

  #enter(
    execution: Execution,
    info: FunctionInfo,
    args: string,
    end: (outcome: { result: string } | { thrown: Thrown }) => void,
  ): void {
    const { tables } = execution;
    const { realm } = execution.code;
    const mayBePending = execution.root.udfType === "Mutation";
    let target: object | null;
    try {
      ({ target } = info);
    } catch (error) {
      // Its module is evaluated now, and cannot be.
      end({ thrown: thrownOf(error) });
      return;
    }
    // Guard untested: only actions have none; the check is for the type.
    if (target === null) throw new Error("a query or mutation has no code");
    // A nested call that was not awaited is still run to its end.
    const finish = (outcome: () => { result: string } | { thrown: Thrown }) =>
      this.#whenUnblocked(execution, () => end(outcome()));
    current.run(execution, () => {
      realm.enter(
        target,
        execution.udfType === "Query" ? "invokeQuery" : "invokeMutation",
        [args],
        (result) =>
          finish(() => {
            try {
              checkResult(info, result, tables, mayBePending);
              return { result };
            } catch (error) {
              return { thrown: thrownOf(error) };
            }
          }),
        (thrown) => finish(() => ({ thrown })),
      );
    });
  }

  #runNested(
    parent: Execution,
    text: string,
    resolve: (result: string) => void,
    reject: Reject,
  ): void {
    const nested = nestedCall(parent, parseArgs(text));
    const transaction = nested.isSnapshot
      ? this.#database.begin()
      : parent.transaction;
    const savepoint = nested.isSnapshot ? null : transaction.savepoint();
    const child = new Execution(
      parent.call,
      nested.code,
      nested.info.path,
      nested.udfType,
      transaction,
      { parent },
    );
    parent.blocked = [];
    const isElsewhere = nested.code !== parent.code;
    if (isElsewhere) this.#ready.add(nested.code.realm);
    this.#enter(
      child,
      nested.info,
      JSON.stringify([nested.args]),
      (outcome) => {
        child.close();
        if (isElsewhere) this.#ready.add(parent.code.realm);
        if (nested.isSnapshot) this.#database.abandon(transaction);
        // What went wrong in a mutation leaves no trace; a query has nothing to leave.
        if ("thrown" in outcome && nested.udfType === "Mutation")
          savepoint?.rollback();
        else savepoint?.release();
        if ("result" in outcome) resolve(outcome.result);
        else this.#reject(new FunctionThrew(outcome.thrown), reject);
        unblock(parent);
      },
    );
  }

  /** While a nested call runs, everything else its caller asks for waits, so that writes nest as calls do. */
  #whenUnblocked(execution: Execution, action: () => void): void {
    if (execution.blocked === null) action();
    else execution.blocked.push(action);
  }

  #reject(error: unknown, reject: Reject): void {
    if (error instanceof FunctionThrew || error instanceof UserError) {
      const thrown = thrownOf(error);
      const { data } = thrown;
      reject(
        innerText(thrown),
        data === undefined ? undefined : JSON.stringify(data),
      );
      return;
    }
    if (!(error instanceof TableMissing))
      this.#logError("a database call failed", error);
    reject("Internal server error", undefined);
  }
}

const STOPPING: Thrown = { message: "The deployment is stopping", frames: [] };

const STALLED: Thrown = {
  message: "Returned promise will never resolve",
  frames: [],
};

/** Ends the calls that have an outcome, and those that neither have one nor wait for anything outside: they never will. */
function endCalls({ begun, waits }: LoadedDeployment): void {
  for (const call of begun) {
    if (call.settle !== null) call.settle();
    else if (waits === 0) call.fail(STALLED);
  }
}

/** Only the first call gets through. */
function once<T>(act: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (!isDone) act(value);
    isDone = true;
  };
}

function timedOut(ms: number): Thrown {
  const message = `Function execution timed out (maximum duration: ${ms / 1000}s)`;
  return { message, frames: [] };
}

/** @throws Error when no function runs, or the one that asks has ended. */
function openExecution(operation: string): Execution {
  const execution = current.getStore();
  if (execution === undefined)
    throw complaint(`Syscall ${operation} unsupported at import time`);
  if (!execution.isOpen || execution.call.isOver)
    throw complaint(
      `${operation} was called after its function had returned. Await every promise.`,
    );
  return execution;
}

function unblock(execution: Execution): void {
  const waiting = execution.blocked ?? [];
  execution.blocked = null;
  for (
    let action = waiting.shift();
    action !== undefined;
    action = waiting.shift()
  ) {
    action();
    // It was a nested call: the rest waits again.
    if (execution.blocked !== null) {
      (execution.blocked as (() => void)[]).push(...waiting);
      return;
    }
  }
}
