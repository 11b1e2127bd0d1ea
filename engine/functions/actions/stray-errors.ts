/**
 * What code of actions throws where nobody can catch it: promises that are rejected and not handled, what timers and
 * listeners throw, and `process.exit()`. Each ends the action whose code it is, and no other of the thread.
 * Sources: crates/isolate/src/environment/action/mod.rs and, for "use node" modules, npm-packages/node-executor/src/executor.ts
 * of get-convex/convex-backend, which end the environment of that one action.
 */
import type { Thrown } from "../thrown.ts";

/** Named as the node executor names them to callers. */
type StrayEvent = "unhandledRejection" | "uncaughtException" | "process.exit";

/** The action whose code runs. */
export type Owner = {
  /** Of a "use node" module. */
  readonly isNode: boolean;
  /** Nothing comes of it when the action is over. */
  readonly fail: (thrown: Thrown) => void;
};

/**
 * Listens for good.
 * @param ownerOf undefined outside of actions; what is thrown there ends the thread
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
    // Node calls it, too, when what was thrown outside of actions ends the thread.
    if (ownerOf() === undefined) return exit(code);
    const how =
      code === undefined ? "with no exit code" : `with exit code ${code}`;
    const error = new Error(`process.exit() called ${how}`);
    onStray("process.exit", error);
    // The code must not go on; that this is thrown is no news any more.
    throw error;
  };
}

/** As `extractErrorMessage` and `format_uncaught_error` of the backend make it. */
function nodeText(event: StrayEvent, error: unknown): string {
  const message = messageOf(error);
  return message === "" ? `Uncaught ${event}` : `Uncaught ${event}: ${message}`;
}

function messageOf(error: unknown): string {
  try {
    const { message } = error as { message?: unknown };
    return String(message ?? error);
  } catch {
    // Nothing to be read from, or code of its own that threw.
    return "unknown error";
  }
}
