/**
 * Runs queries and mutations in the realm of their deployment and answers their syscalls. Retries and commits are in
 * runner.ts.
 *
 * Most functions run to their end in one step, because database calls are answered at once. Only a function that waits
 * for the host (cryptography) continues in another step; other calls may run meanwhile. So the step does not identify
 * the running code; AsyncLocalStorage does.
 *
 * Each component has a separate realm and queue. When a call crosses into another realm or returns, that realm is
 * marked, and the step drains marked realms until none is left.
 *
 * An outcome counts only from the event after the function's last step. Until then Node may report an unhandled
 * rejection (rejections.ts), and code that was not awaited still runs.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { UserError } from "../../values/user-error.ts";
import { parseArgs } from "../../values/parse-json.ts";
import type { Database } from "../../transactions/transaction-types.ts";
import { outOfMemoryText } from "../actions/memory-bound.ts";
import { Execution } from "./execution.ts";
import { addLimitWarnings } from "./limit-warnings.ts";
import type { FunctionInfo } from "../deployed/function-info.ts";
import type { ExecutionLimits } from "../deployed/functions.ts";
import type {
  LoadedDeployment,
  RunningCall,
} from "../deployed/loaded-deployment.ts";
import type { TransactionRealm } from "../transaction-realm.ts";
import type { Step, StepQueue } from "./step-queue.ts";
import { asyncSyscall, syscall } from "../syscalls/table.ts";
import { nestedCall } from "../syscalls/nested.ts";
import {
  complaint,
  FunctionThrew,
  innerText,
  thrownOf,
  type Thrown,
} from "../thrown.ts";
import { checkResult } from "../validation.ts";
import { TableMissing } from "../syscalls/writes.ts";
import type { Cause, Watchdog } from "./watchdog.ts";

type Reject = (message: string, data: string | undefined) => void;

/** The execution whose code is running; undefined while modules are evaluated. */
const current = new AsyncLocalStorage<Execution>();

export function currentExecution(): Execution | undefined {
  return current.getStore();
}

/**
 * Runs code outside all executions, and outside the host's async resources: terminating code in one would end the
 * engine.
 */
export function outsideCalls<T>(act: () => T): T {
  return current.exit(act);
}

export class Executor {
  readonly #database: Database;
  readonly #steps: StepQueue;
  readonly #watchdog: Watchdog;
  readonly #limits: ExecutionLimits;
  readonly #logError: (what: string, error: unknown) => void;
  /** Realms with pending work, other than the one being drained. */
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
      for (const one of execution.snapshots) this.#database.abandon(one);
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
          // A step, because describing the error may run the function's code.
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

  /** Lets the calling code wait for a promise of the host. */
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
    // The call is over; code that still runs waits forever.
    if (call === undefined) return;
    const { waitTime } = this.#limits;
    call.waitsUntil ??= performance.now() + waitTime;
    const left = call.waitsUntil - performance.now();
    // Guard untested: without it, the timer fails the call a moment later.
    if (left <= 0) return call.fail(timedOut(waitTime));
    let begun: Promise<T>;
    try {
      // This may run the function's code, which may throw or be terminated, so nothing is counted before.
      begun = begin();
    } catch (error) {
      return reject(error);
    }
    deployment.waits++;
    const late = setTimeout(() => call.fail(timedOut(waitTime)), left);
    const goOn = (settle: () => void) => {
      clearTimeout(late);
      this.#step(execution, () => {
        // Not earlier: the step of another call could run first and treat this call as stalled.
        deployment.waits--;
        if (running.has(root)) settle();
      });
    };
    begun.then(
      (value) => goOn(() => resolve(value)),
      (error: unknown) => goOn(() => reject(error)),
    );
  }

  /** One step of a call: `begin`, then everything that can continue because of it. */
  #step(execution: Execution, begin: () => void): void {
    const { root, code, globals } = execution;
    const { deployment } = root.call;
    const run = () => {
      try {
        code.realm.globals.give(globals);
        begin();
        this.#drain(code.realm);
      } catch (error) {
        this.#logError("running a function failed", error);
      }
    };
    this.#steps.push({
      ...this.#stepOf(root, run),
      // Other calls may have ended in it, too.
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
      network: root.call.network,
      run,
      spent: (ms) => void (root.call.cost += ms),
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
      // Its module is evaluated only now, and fails.
      end({ thrown: thrownOf(error) });
      return;
    }
    // Guard untested: only actions have none; the check is for the type.
    if (target === null) throw new Error("a query or mutation has no code");
    // A nested call that was not awaited still runs to its end.
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
    if (nested.isSnapshot) parent.root.snapshots.add(transaction);
    const savepoint = transaction.savepoint(nested.limits);
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
    nested.code.realm.globals.give(child.globals);
    this.#enter(
      child,
      nested.info,
      JSON.stringify([nested.args]),
      (outcome) => {
        child.close();
        parent.code.realm.globals.give(parent.globals);
        if (isElsewhere) this.#ready.add(parent.code.realm);
        // A failed mutation is rolled back; a query has nothing to roll back.
        if ("thrown" in outcome && nested.udfType === "Mutation")
          savepoint.rollback();
        else savepoint.release();
        if (parent.root.snapshots.delete(transaction))
          this.#database.abandon(transaction);
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

/** Ends calls that have an outcome, and calls that wait for nothing outside and so can never get one. */
function endCalls({ begun, waits }: LoadedDeployment): void {
  for (const call of begun) {
    if (call.settle !== null) call.settle();
    else if (waits === 0) call.fail(STALLED);
  }
}

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

/** @throws Error when no function runs, or the calling one has ended. */
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
    // It started a nested call: the rest waits again.
    if (execution.blocked !== null) {
      (execution.blocked as (() => void)[]).push(...waiting);
      return;
    }
  }
}
