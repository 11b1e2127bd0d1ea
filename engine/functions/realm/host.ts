/**
 * What the engine provides to the code inside a transaction realm. Types only.
 *
 * The functions in this folder that take a `RealmHost` are not called where they are written. Their text is evaluated
 * inside the realm (transaction-realm.ts), so they may use only their parameters and JavaScript's globals. They keep
 * the host's objects away from faulty user code, but they are not a sandbox for malicious code
 * (https://nodejs.org/api/vm.html: "not a security mechanism").
 */
import type { AsyncLocalStorage } from "node:async_hooks";

export interface RealmHost {
  /** ms: when the running function's transaction began; a fixed time while modules are evaluated. */
  now(): number;
  /** 0 ≤ x < 1, from the seed of the running function. */
  random(): number;
  env(name: string): string | undefined;
  /** One console line; the messages are formatted already. */
  log(level: string, messages: readonly string[]): void;
  /** A step of a console timer; the messages are formatted already. */
  time(
    step: "start" | "log" | "end",
    label: string,
    messages: readonly string[],
  ): void;
  /** @throws Error with the text for user code. */
  syscall(op: string, args: string): string;
  /** Calls one of the two, at once or later. `data` is the JSON text of a ConvexError's payload. */
  asyncSyscall(
    op: string,
    args: string,
    resolve: (result: string) => void,
    reject: (message: string, data: string | undefined) => void,
  ): void;
  /** Runs `begin` and settles when the host's promise does, in a step in which the realm's promises make progress. */
  wait<T>(
    begin: () => Promise<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): void;
  /** Text for a function that exists elsewhere but not here. */
  unavailable(description: string): string;
  /** Null when code may use random bytes, else the reason why not. */
  randomRefused(): string | null;
  /**
   * Maps a position of running code to the developer's sources, `../convex/messages.ts:12:8`; null for other code.
   * Lines and columns count from 1.
   */
  locate(file: string, line: number, column: number): string | null;
  /** Null for a digest that must be awaited, see digest.ts. */
  digest(algorithm: unknown, data: unknown): Uint8Array | null;
  /** Native password hashing, see scrypt.ts. */
  scrypt(
    password: Uint8Array,
    salt: Uint8Array,
    parameters: {
      readonly N: number;
      readonly r: number;
      readonly p: number;
      readonly dkLen: number;
      readonly share?: readonly string[];
    },
  ): Promise<Uint8Array>;
  /** The entries of a form in a body of this content type. Rejects when the body is invalid. */
  parseForm(bytes: Uint8Array, contentType: string): Promise<FormEntry[]>;
  /** Evaluates the streams inside the realm; the function puts their classes onto its first argument. */
  loadStreams(): (exports: object, module: object) => void;
  /** The host's classes and functions. Wrap them; never hand them on. */
  readonly web: HostWeb;
}

export type FormEntry = {
  readonly name: string;
  readonly value:
    | string
    | {
        readonly content: Uint8Array;
        readonly fileName: string;
        readonly contentType: string;
      };
};

export type HostWeb = Pick<
  typeof globalThis,
  | "DOMException"
  | "Error"
  | "TextDecoder"
  | "URL"
  | "URLSearchParams"
  | "atob"
  | "btoa"
  | "crypto"
> & {
  readonly AsyncLocalStorage: typeof AsyncLocalStorage;
  readonly encodeText: (text: string) => Uint8Array;
  readonly encodeInto: (
    text: string,
    into: Uint8Array,
  ) => { read: number; written: number };
};

/** What the realm provides to the engine. */
export interface RealmDoor {
  /** Runs `act` without the values that code has stored (async-storage.ts). */
  begin<T>(act: () => T): T;
  /** Starts a function and reports its end: its JSON result, or JSON of its error. */
  enter(
    target: object,
    method: string,
    args: readonly unknown[],
    done: (result: string) => void,
    failed: (described: string) => void,
  ): void;
  /** JSON of `Described`. */
  describe(error: unknown): string;
  /** An error of the realm's own class. */
  errorOf(message: string): Error;
}

/** A thrown value as the realm describes it. */
export type Described = {
  readonly message: string;
  readonly frames: readonly string[];
  /** JSON text of a ConvexError's payload. */
  readonly data?: string;
};
