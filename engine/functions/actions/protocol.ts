/** Messages between the engine and its action workers. Holds types only. */
import type { Body, BodyPart, BodyReply } from "./body-channel.ts";
import type { RegisteredExport } from "../analysis/exports.ts";
import type { Thrown } from "../thrown.ts";

/** What a worker is started with. */
export type WorkerData = {
  /** Folder of the modules, as a file URL ending with a slash. */
  readonly folder: string;
  /** What all its actions together may hold outside the heap, bytes. */
  readonly memory: number;
};

/** A request or response of HTTP with the beginning of its body. */
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
      /** What the router is asked for: a component has the path below where it is mounted. */
      readonly path: string;
      readonly request: HttpRequest;
    }
  /** What "use node" modules export; not evaluated anywhere else. */
  | { readonly kind: "inspect"; readonly modules: readonly string[] };

/** States of a task's claim, an Int32 shared by both sides: who sets it first decides whether the task runs here. */
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
  /** To the parts of the body of its answer. */
  | { readonly type: "reply"; readonly id: number; readonly reply: BodyReply }
  /** Nobody waits for it any more. It runs on: what it has begun is its own business. */
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

/** JSON text, or bytes with their type where files are moved. */
export type SyscallValue =
  | string
  | null
  | Uint8Array
  | { readonly content: Uint8Array; readonly contentType: string | null };

export type FromWorker =
  /** It took up a task or heard a ping: its thread does not hang. */
  | { readonly type: "alive" }
  | {
      readonly type: "syscall";
      readonly id: number;
      readonly call: number;
      readonly operation: string;
      readonly args: unknown;
    }
  /** The answer to a request, before it is whole. */
  | {
      readonly type: "response";
      readonly id: number;
      readonly response: HttpResponse;
    }
  /** A part of its body. */
  | { readonly type: "body"; readonly id: number; readonly part: BodyPart }
  /** To the parts of the body of the request. */
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
  /** The answer was sent in parts, to its end or as far as it was wanted. */
  | { readonly kind: "sent" }
  | {
      readonly kind: "exports";
      readonly exports: readonly {
        readonly module: string;
        readonly functions: readonly RegisteredExport[];
      }[];
    }
  | { readonly kind: "thrown"; readonly thrown: Thrown };
