/** Messages between the engine and its action workers. Types only. */
import type { Body, BodyPart, BodyReply } from "./body-channel.ts";
import type { RegisteredExport } from "../analysis/exports.ts";
import type { Thrown } from "../thrown.ts";

/** A worker's start data. */
export type WorkerData = {
  /** Folder of the modules, as a file URL ending with a slash. */
  readonly folder: string;
  /** Bytes that all its actions together may hold outside the heap. */
  readonly memory: number;
};

/** An HTTP request or response with the beginning of its body. */
export type HttpRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body | null;
};
export type HttpResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body | null;
};

export type Task =
  | {
      readonly kind: "action";
      /** Of a "use node" module. */
      readonly isNode: boolean;
      readonly module: string;
      readonly name: string;
      /** JSON text of the list of arguments. */
      readonly args: string;
      readonly requestId: string;
    }
  | {
      readonly kind: "http";
      /** The path to route: a component gets the path below its mount. */
      readonly path: string;
      readonly request: HttpRequest;
    }
  /** The exports of "use node" modules, which are evaluated only here. */
  | { readonly kind: "inspect"; readonly modules: readonly string[] };

/** States of a task's claim, an Int32 shared by both sides: the first to set it decides whether the task runs here. */
export const CLAIM = { free: 0, started: 1, withdrawn: 2 } as const;

export type ToWorker =
  | {
      readonly type: "task";
      readonly id: number;
      readonly task: Task;
      readonly claim: Int32Array;
    }
  /** The answer to a syscall. */
  | {
      readonly type: "answer";
      readonly call: number;
      readonly answer: Answer;
    }
  /** A part of the body of a task's request. */
  | { readonly type: "body"; readonly id: number; readonly part: BodyPart }
  /** Reply to parts of the answer's body. */
  | { readonly type: "reply"; readonly id: number; readonly reply: BodyReply }
  /** The caller no longer waits. The task runs on. */
  | { readonly type: "abandoned"; readonly id: number }
  | { readonly type: "ping" };

export type Answer =
  | { readonly ok: true; readonly value: SyscallValue }
  | {
      readonly ok: false;
      readonly message: string;
      /** JSON text of a ConvexError's payload. */
      readonly data?: string | undefined;
    };

/** JSON text, or bytes with their type for files. */
export type SyscallValue =
  | string
  | null
  | Uint8Array
  | { readonly content: Uint8Array; readonly contentType: string | null };

export type FromWorker =
  /** The thread began a task or got a ping: it does not hang. */
  | { readonly type: "alive" }
  | {
      readonly type: "syscall";
      readonly id: number;
      readonly call: number;
      readonly operation: string;
      readonly args: unknown;
    }
  /** The beginning of an answer. */
  | {
      readonly type: "response";
      readonly id: number;
      readonly response: HttpResponse;
    }
  /** A part of its body. */
  | { readonly type: "body"; readonly id: number; readonly part: BodyPart }
  /** Reply to parts of the request's body. */
  | { readonly type: "reply"; readonly id: number; readonly reply: BodyReply }
  | {
      readonly type: "done";
      readonly id: number;
      readonly outcome: Outcome;
      readonly logLines: readonly string[];
    };

export type Outcome =
  | { readonly kind: "result"; readonly result: string }
  | { readonly kind: "response"; readonly response: HttpResponse }
  /** The answer was sent in parts, to its end or until it was no longer wanted. */
  | { readonly kind: "sent" }
  | {
      readonly kind: "exports";
      readonly exports: readonly {
        readonly module: string;
        readonly functions: readonly RegisteredExport[];
      }[];
    }
  | { readonly kind: "thrown"; readonly thrown: Thrown };
