/** What a case of the contract is: steps against a backend, and what they give on every one of them. */
import type { UserIdentity } from "convex/server";
import type { Value } from "convex/values";

export type Args = Record<string, Value>;
export type Person = Pick<
  UserIdentity,
  "subject" | "issuer" | "tokenIdentifier" | "name"
>;

/** A backend with the contract's app, as a client sees it. */
export interface Backend {
  query(path: string, args?: Args): Promise<Value>;
  mutation(path: string, args?: Args): Promise<Value>;
  action(path: string, args?: Args): Promise<Value>;
  /** The same, called by someone. */
  as(person: Person): Backend;
  /** A request to an HTTP action. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export type Case = {
  /** Begins with the rules it checks, of engine/SPEC.md. */
  readonly title: string;
  /** Every table is empty before them. */
  readonly steps: (backend: Backend) => Promise<unknown>;
  readonly gives: unknown;
  /** Where convex-test is known not to do as the real backend does: why, and what it gives instead. */
  readonly differs?: { readonly why: string } & (
    | { readonly convexTest: unknown }
    /** The text of an error with which the steps end there. */
    | { readonly fails: string }
  );
};

/** What a failing call tells, in one form for all backends: without request id, `Uncaught …:` and frames. */
export async function failureOf(
  promise: Promise<unknown>,
): Promise<{ message: string; data?: unknown } | { value: unknown }> {
  try {
    return { value: await promise };
  } catch (error) {
    const { message, data } = error as Error & { data?: unknown };
    return {
      message: messageOf(message),
      ...(data === undefined ? {} : { data }),
    };
  }
}

/** True when a call fails, for refusals whose texts are the backend's own. */
export async function isRefused(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}

function messageOf(text: string): string {
  const told = text.replace(/^\[Request ID: \w+\] Server Error\n/, "");
  const [head = ""] = told.split("\n    at ");
  return head.replace(/^Uncaught (\w*Error: )?/, "").trimEnd();
}
