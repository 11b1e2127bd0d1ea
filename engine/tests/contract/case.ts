/** A case of the contract: steps against a backend, and their result on every backend. */
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
  /** The same, with this person as the caller. */
  as(person: Person): Backend;
  /** A request to an HTTP action. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export type Case = {
  /** Starts with the rules of engine/SPEC.md that it checks. */
  readonly title: string;
  /** Every table is empty before the steps. */
  readonly steps: (backend: Backend) => Promise<unknown>;
  readonly gives: unknown;
  /** A known difference of convex-test from the real backend: the reason, and its own result. */
  readonly differs?: { readonly why: string } & (
    | { readonly convexTest: unknown }
    /** The text of the error that ends the steps there. */
    | { readonly fails: string }
  );
};

/** The error of a failing call in one form for all backends: without request id, `Uncaught …:` and frames. */
export async function failureOf(promise: Promise<unknown>) {
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

/** True when a call fails, for refusals with texts of the backend's own. */
export const isRefused = async (promise: Promise<unknown>) =>
  promise.then(
    () => false,
    () => true,
  );

function messageOf(text: string): string {
  const told = text.replace(/^\[Request ID: \w+\] Server Error\n/, "");
  const [head = ""] = told.split("\n    at ");
  return head.replace(/^Uncaught (\w*Error: )?/, "").trimEnd();
}
