/**
 * The action workers of one deployment: picks the worker for a task, and handles hanging and dead ones. Syscalls are
 * answered in action-calls.ts.
 *
 * A busy thread does not begin new tasks: a task's claim stays free while the thread is silent. The pool then withdraws
 * the task and places it elsewhere, like the unbegun tasks of a dead worker. Withdrawing and starting exclude each
 * other, so a task never runs twice.
 *
 * One thread serves all tasks of a network, so that other networks find a free one. If it hangs, the network gets
 * another, up to `workers`. The last thread is reserved for the scheduler and this machine.
 */
import { Worker } from "node:worker_threads";
import { programFile } from "../../preflight/program-file.mjs";
import { BodyReceiver, buffersOf, type BodyPart } from "./body-channel.ts";
import {
  crashed,
  failed,
  isBegun,
  unclaimed,
  withdrawn,
  type AnswerSyscall,
  type Job,
  type TaskOutcome,
} from "./job.ts";
import { outOfMemoryText } from "./memory-bound.ts";
import type { Answer, FromWorker, Task, ToWorker } from "./protocol.ts";

export type PoolOptions = {
  /** Of the modules, as a file URL ending with a slash. */
  readonly folder: string;
  /** Writes them there; called before each task. */
  readonly writeModules: () => Promise<void>;
  readonly env: Readonly<Record<string, string>>;
  readonly workers: number;
  /** Longest time of a task, ms. */
  readonly taskTime: number;
  /** Bytes that a worker's actions may hold outside its heap (memory-bound.ts). */
  readonly memory: number;
  /** A thread that does not begin a task for this long is busy, ms. */
  readonly patience: number;
  /** Turns an error of a syscall into the answer for the action. */
  readonly failure: (error: unknown) => Extract<Answer, { ok: false }>;
  readonly logError: (what: string, error: unknown) => void;
};

/** Patience factor for a thread's only task: the thread may still be starting. */
const STARTING = 20;
/** A thread whose task ran out of time and that does not answer for this long is hanging, ms. */
const HANGING = 1000;
/** JavaScript heap of a worker, MiB. */
const HEAP_MB = 512;
/**
 * The outside check of a worker's memory: its period in ms, the factor above the limit, since garbage counts too, and
 * the consecutive hits. Between checks, a thread that is not busy collects its garbage.
 */
const WATCH_PERIOD = 200;
const BUSY = 2;
const STRIKES = 3;
/** With hanging workers, the pool may grow to `workers` times this. */
const SPARE = 2;

type Member = {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
  isBusy: boolean;
  /** Messages from it; the first one means that it has started. */
  heard: number;
};

export class ActionPool {
  readonly #options: PoolOptions;
  readonly #members = new Set<Member>();
  readonly #waiting: Job[] = [];
  #ids = 0;
  #running = 0;
  #isRetired = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Bytes that a worker's actions may hold outside its heap. */
  get memory(): number {
    return this.#options.memory;
  }

  /** Tasks under way, including waiting ones. */
  get running(): number {
    return this.#running;
  }

  /** Tasks that no thread has room for. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs a task. Never rejects: failures are outcomes. */
  run(
    task: Task,
    answer: AnswerSyscall,
    {
      exchange = null,
      network = null,
    }: Partial<Pick<Job, "exchange" | "network">> = {},
  ): Promise<TaskOutcome> {
    this.#running++;
    return new Promise((resolve) => {
      const job: Job = {
        id: this.#ids++,
        network,
        task,
        answer,
        claim: unclaimed(),
        exchange,
        received: null,
        end: (outcome) => {
          clearTimeout(late);
          exchange?.request.signal.removeEventListener("abort", abandon);
          exchange?.sender?.cancel();
          if (outcome.kind === "thrown")
            job.received?.break(outcome.thrown.message);
          else job.received?.hear({ type: "end" });
          this.#running--;
          resolve(outcome);
          if (this.#isRetired && this.#running === 0) void this.close();
        },
      };
      const late = setTimeout(() => this.#giveUp(job), this.#options.taskTime);
      const abandon = () => this.#tell(job, { type: "abandoned", id: job.id });
      exchange?.request.signal.addEventListener("abort", abandon);
      this.#place(job);
    });
  }

  /** Lets running tasks end, then ends the workers. */
  retire(): void {
    this.#isRetired = true;
    if (this.#running === 0) void this.close();
  }

  /** Ends the workers now; running and waiting tasks fail. */
  async close(): Promise<void> {
    const members = [...this.#members];
    const jobs = this.#waiting.splice(0);
    for (const member of members) {
      jobs.push(...member.jobs.values());
      member.jobs.clear();
    }
    for (const job of jobs) job.end(crashed("it stopped"));
    await Promise.all(members.map(({ worker }) => worker.terminate()));
  }

  #place(job: Job): void {
    const member = this.#memberFor(job);
    if (member === null) {
      this.#waiting.push(job);
      return;
    }
    member.jobs.set(job.id, job);
    const message: ToWorker = {
      type: "task",
      id: job.id,
      task: job.task,
      claim: job.claim,
    };
    const { patience: usual } = this.#options;
    const patience = member.jobs.size === 1 ? usual * STARTING : usual;
    this.#options.writeModules().then(
      () => {
        member.worker.postMessage(message);
        this.#watch(member, job, patience);
        if (job.exchange?.request.signal.aborted === true)
          this.#tell(job, { type: "abandoned", id: job.id });
      },
      (error: unknown) => {
        if (!member.jobs.delete(job.id)) return;
        const { message: text } = this.#options.failure(error);
        job.end(failed(text));
      },
    );
  }

  /** Null when the job must wait. */
  #memberFor({ network }: Job): Member | null {
    const { workers } = this.#options;
    const most = workers * SPARE;
    const own = network === null ? [] : this.#membersOf(network);
    const calm = own.find((member) => !member.isBusy);
    if (calm !== undefined) return calm;
    if (own.length >= workers) return null;
    const free = [...this.#members].filter((member) => !member.isBusy);
    const [idlest] = free.sort((a, b) => a.jobs.size - b.jobs.size);
    if (idlest?.jobs.size === 0) return idlest;
    const kept = network === null ? 0 : 1;
    const mayStart = free.length < workers && this.#members.size < most - kept;
    return mayStart ? this.#start() : (idlest ?? null);
  }

  #membersOf(network: string): Member[] {
    return [...this.#members].filter(({ jobs }) =>
      [...jobs.values()].some((job) => job.network === network),
    );
  }

  /** A silent thread that does not begin the task is busy; one that sends messages is working on earlier tasks. */
  #watch(member: Member, job: Job, patience: number): void {
    const { heard } = member;
    setTimeout(() => {
      if (!member.jobs.has(job.id) || isBegun(job)) return;
      if (member.heard > heard) this.#watch(member, job, patience);
      else if (withdrawn(job)) this.#moveOn(member, job);
    }, patience).unref();
  }

  #moveOn(member: Member, job: Job): void {
    member.jobs.delete(job.id);
    member.isBusy = true;
    this.#place(job);
  }

  #start(): Member {
    const { folder, env, memory } = this.#options;
    const worker = new Worker(programFile("./worker", import.meta.url), {
      workerData: { folder, memory },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      env: { ...env, TZ: "UTC" },
      execArgv: ["--no-warnings"],
    });
    worker.unref();
    const member: Member = {
      worker,
      jobs: new Map(),
      isBusy: false,
      heard: 0,
    };
    this.#members.add(member);
    let cause = "it stopped";
    let strikes = 0;
    // A busy thread cannot check itself.
    const watch = setInterval(() => {
      if (member.jobs.size === 0) return;
      // Node 22.16 and newer.
      void worker.getHeapStatistics?.().then(({ external_memory: held }) => {
        strikes = held > memory * BUSY ? strikes + 1 : 0;
        if (strikes < STRIKES) return;
        cause = outOfMemoryText(memory);
        void worker.terminate();
      }, ignore);
    }, WATCH_PERIOD).unref();
    worker.on("message", (message: FromWorker) =>
      this.#onMessage(member, message),
    );
    worker.on("error", (error) => {
      cause = error instanceof Error ? error.message : String(error);
      if (cause.includes("out of memory")) return;
      this.#options.logError("an action worker crashed", error);
    });
    worker.on("exit", () => {
      clearInterval(watch);
      this.#members.delete(member);
      this.#onDeath(member, cause);
    });
    return member;
  }

  /** Begun tasks fail, the rest goes elsewhere, unless the thread never started: that could repeat forever. */
  #onDeath({ jobs, heard }: Member, cause: string): void {
    const lost = [...jobs.values()];
    jobs.clear();
    for (const job of lost)
      if (heard > 0 && withdrawn(job)) this.#waiting.push(job);
      else job.end(crashed(cause));
    this.#placeWaiting();
  }

  #onMessage(member: Member, message: FromWorker): void {
    member.heard++;
    if (member.isBusy) {
      member.isBusy = false;
      this.#placeWaiting();
    }
    if (message.type === "alive") return;
    const job = member.jobs.get(message.id);
    if (job === undefined) return;
    switch (message.type) {
      case "syscall":
        void this.#answer(member, job, message);
        return;
      case "response": {
        const { id } = job;
        job.received = new BodyReceiver(
          message.response.body?.start ?? new Uint8Array(),
          (reply) => this.#tell(job, { type: "reply", id, reply }),
        );
        job.exchange?.onResponse(message.response, job.received.stream);
        return;
      }
      case "body":
        job.received?.hear(message.part);
        return;
      case "reply":
        job.exchange?.sender?.hear(message.reply);
        if (message.reply.type === "wanted") void this.#sendBody(job);
        return;
      case "done":
        member.jobs.delete(job.id);
        job.end({ ...message.outcome, logLines: message.logLines });
    }
  }

  async #answer(
    member: Member,
    job: Job,
    { call, operation, args }: Extract<FromWorker, { type: "syscall" }>,
  ): Promise<void> {
    const answer: Answer = await job.answer(operation, args).then(
      (value) => ({ ok: true, value }),
      (error: unknown) => this.#options.failure(error),
    );
    const message: ToWorker = { type: "answer", call, answer };
    member.worker.postMessage(message);
  }

  /** Sends the rest of a request's body. The receiver gets a read error as `broken`. */
  async #sendBody(job: Job): Promise<void> {
    const send = (part: BodyPart) =>
      this.#tell(job, { type: "body", id: job.id, part }, buffersOf(part));
    await job.exchange?.sender?.send(send).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      send({ type: "broken", message });
    });
  }

  /** Sends to the thread that runs the job, if one still does. */
  #tell({ id }: Job, message: ToWorker, transfer: ArrayBuffer[] = []): void {
    for (const { jobs, worker } of this.#members)
      if (jobs.has(id)) worker.postMessage(message, transfer);
  }

  #placeWaiting(): void {
    for (const job of this.#waiting.splice(0)) this.#place(job);
  }

  /** The time is over: the task fails, and a hanging thread is terminated. */
  #giveUp(job: Job): void {
    const { taskTime } = this.#options;
    const text = `Function execution timed out (maximum duration: ${taskTime / 1000}s)`;
    this.#tell(job, { type: "abandoned", id: job.id });
    const member = [...this.#members].find(({ jobs }) => jobs.has(job.id));
    member?.jobs.delete(job.id);
    const at = this.#waiting.findIndex(({ id }) => id === job.id);
    if (at >= 0) this.#waiting.splice(at, 1);
    job.end(failed(text));
    if (member !== undefined) this.#endIfHanging(member);
  }

  #endIfHanging(member: Member): void {
    const ping: ToWorker = { type: "ping" };
    member.isBusy = true;
    member.worker.postMessage(ping);
    setTimeout(() => {
      if (member.isBusy) void member.worker.terminate();
    }, HANGING).unref();
  }
}

function ignore(): void {
  // The worker has ended meanwhile.
}
