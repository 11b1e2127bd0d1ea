/** One task on its way through the action workers, and the outcomes that the pool itself gives it. */
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

/** What moves while a request of HTTP is answered. */
export type Exchange = {
  /** The rest of the request's body. */
  readonly sender: BodySender | null;
  /** Its signal is aborted when nobody waits for the answer any more. Held here, for the signal does not hold it. */
  readonly request: Request;
  /** The answer begins before it is whole; where the task fails later its body breaks off. */
  readonly onResponse: (
    response: HttpResponse,
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
  ) => void;
};

export type Job = {
  readonly id: number;
  /** Whose it is; null for this machine's own, and for jobs of the scheduler. */
  readonly network: string | null;
  readonly task: Task;
  readonly answer: AnswerSyscall;
  /** Another one in each thread that it is given to. */
  claim: Int32Array;
  readonly exchange: Exchange | null;
  /** The body of its answer, once that has begun. */
  received: BodyReceiver | null;
  readonly end: (outcome: TaskOutcome) => void;
};

/** For a task that no thread has begun. */
export function unclaimed(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Whether a thread has begun it. */
export function isBegun({ claim }: Job): boolean {
  return Atomics.load(claim, 0) !== CLAIM.free;
}

/** True when no thread has begun it; it may be given to another one then. */
export function withdrawn(job: Job): boolean {
  const { free, withdrawn } = CLAIM;
  if (Atomics.compareExchange(job.claim, 0, free, withdrawn) !== free)
    return false;
  job.claim = unclaimed();
  return true;
}

/** Its thread is gone. */
export function crashed(cause: string): TaskOutcome {
  return failed(`Uncaught Error: The runtime of actions crashed: ${cause}`);
}

/** @param message as the caller sees it. */
export function failed(message: string): TaskOutcome {
  const { thrown } = complaint(message);
  return { kind: "thrown", thrown, logLines: [] };
}
