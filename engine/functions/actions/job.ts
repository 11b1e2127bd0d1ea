/** One task for the action workers, and the outcomes that the pool itself gives it. */
import { complaint } from "../thrown.ts";
import type { BodyReceiver, BodySender } from "./body-channel.ts";
import {
  CLAIM,
  type HttpResponse,
  type Outcome,
  type SyscallValue,
  type Task,
} from "./protocol.ts";

export type TaskOutcome = Outcome & { readonly logLines: readonly string[] };

/** Answers the syscalls of one task. @throws errors that go back into the action. */
export type AnswerSyscall = (
  operation: string,
  args: unknown,
) => Promise<SyscallValue>;

/** The moving parts of one HTTP request and its answer. */
export type Exchange = {
  /** The rest of the request's body. */
  readonly sender: BodySender | null;
  /** Its signal aborts when the client no longer waits. Held here because the signal does not hold it. */
  readonly request: Request;
  /** Called when the answer begins; if the task fails later, the body breaks off. */
  readonly onResponse: (
    response: HttpResponse,
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
  ) => void;
};

export type Job = {
  readonly id: number;
  /** The caller's network; null for this machine's own, and for jobs of the scheduler. */
  readonly network: string | null;
  readonly task: Task;
  readonly answer: AnswerSyscall;
  /** Replaced for each thread that gets the task. */
  claim: Int32Array;
  readonly exchange: Exchange | null;
  /** The body of its answer, once that has begun. */
  received: BodyReceiver | null;
  readonly end: (outcome: TaskOutcome) => void;
};

/** The claim of a task that no thread has begun. */
export function unclaimed(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Whether a thread has begun it. */
export function isBegun({ claim }: Job): boolean {
  return Atomics.load(claim, 0) !== CLAIM.free;
}

/** True when no thread has begun it; another thread may then get it. */
export function withdrawn(job: Job): boolean {
  const { free, withdrawn } = CLAIM;
  if (Atomics.compareExchange(job.claim, 0, free, withdrawn) !== free)
    return false;
  job.claim = unclaimed();
  return true;
}

/** The thread has died. */
export function crashed(cause: string): TaskOutcome {
  return failed(`Uncaught Error: The runtime of actions crashed: ${cause}`);
}

/** @param message as the caller sees it. */
export function failed(message: string): TaskOutcome {
  const { thrown } = complaint(message);
  return { kind: "thrown", thrown, logLines: [] };
}
