/**
 * Uncaught errors of actions: unhandled rejections, errors thrown in timers and listeners, and `process.exit()`. Each
 * ends only the action that caused it.
 * Sources: crates/isolate/src/environment/action/mod.rs and, for "use node" modules,
 * npm-packages/node-executor/src/executor.ts of get-convex/convex-backend, which end the environment of that one
 * action.
 */
import type { Thrown } from "../thrown.ts";

/** Named as the node executor names them to callers. */
type StrayEvent = "unhandledRejection" | "uncaughtException" | "process.exit";

/** The action whose code runs. */
export type Owner = {
  /** Of a "use node" module. */
  readonly isNode: boolean;
  /** Has no effect when the action has ended. */
  readonly fail: (thrown: Thrown) => void;
};

/**
 * Installs the listeners permanently.
 * @param ownerOf undefined outside of actions; an error there ends the thread
 */
export function endStrayActions(
  ownerOf: () => Owner | undefined,
  describe: (error: unknown) => Thrown,
): void {
  const onStray = (event: StrayEvent, error: unknown): void => {
    const owner = ownerOf();
    if (owner === undefined) throw error;
    const thrown = describe(error);
    owner.fail(
      owner.isNode
        ? { message: nodeText(event, error), frames: thrown.frames }
        : thrown,
    );
  };
  process.on("unhandledRejection", (error) =>
    onStray("unhandledRejection", error),
  );
  process.on("uncaughtException", (error) =>
    onStray("uncaughtException", error),
  );
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    // Node also calls it when an error outside of actions ends the thread.
    if (ownerOf() === undefined) return exit(code);
    const how =
      code === undefined ? "with no exit code" : `with exit code ${code}`;
    const error = new Error(`process.exit() called ${how}`);
    onStray("process.exit", error);
    // Stops the code; this error is already reported.
    throw error;
  };
}

/** As `extractErrorMessage` and `format_uncaught_error` of the backend do. */
function nodeText(event: StrayEvent, error: unknown): string {
  const message = messageOf(error);
  return message === "" ? `Uncaught ${event}` : `Uncaught ${event}: ${message}`;
}

function messageOf(error: unknown): string {
  try {
    const { message } = error as { message?: unknown };
    return String(message ?? error);
  } catch {
    // Not an object, or a getter that threw.
    return "unknown error";
  }
}
