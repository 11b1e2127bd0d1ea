/** Opens the action workers of a deployment, by its options and limits. */
import { modulesFolder, writeModules } from "../actions/modules-folder.ts";
import { ActionPool } from "../actions/pool.ts";
import type { Code } from "./bundle.ts";
import type { ExecutionLimits, FunctionsOptions } from "./functions.ts";
import { innerText, thrownOf } from "../thrown.ts";
import type { Variables } from "./variables.ts";

type PoolContext = {
  readonly options: FunctionsOptions;
  readonly limits: ExecutionLimits;
  readonly logError: (what: string, error: unknown) => void;
};

/** Workers start when the first task needs one. */
export function openPool(
  { options, limits, logError }: PoolContext,
  bundle: Code,
  env: Variables,
): ActionPool {
  return new ActionPool({
    folder: modulesFolder(options.modulesFolder, bundle),
    writeModules: () => writeModules(options.modulesFolder, bundle),
    env,
    workers: limits.workers,
    patience: limits.patience,
    taskTime: limits.actionTime,
    memory: limits.actionMemory,
    logError,
    failure: (error) => {
      try {
        const thrown = thrownOf(error);
        const { data } = thrown;
        return {
          ok: false,
          message: innerText(thrown),
          ...(data === undefined ? {} : { data: JSON.stringify(data) }),
        };
      } catch {
        logError("a call of an action failed", error);
        return { ok: false, message: "Internal server error" };
      }
    },
  });
}
