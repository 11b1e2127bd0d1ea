/** Functions whose modules are loaded on demand. Their exports are known from exports-file.ts. */
import type { RegisteredExport } from "../analysis/exports.ts";
import { outsideCalls } from "../running/executor.ts";
import type { ModuleExports } from "./exports-file.ts";
import type { FunctionInfo } from "./function-info.ts";
import { functionInfo } from "./loaded-deployment.ts";
import type { TransactionRealm } from "../transaction-realm.ts";

/** After this many ms, the remaining modules are evaluated one by one. */
const IDLE = 500;

/** Null when the exports are not known. */
export function laterFunctions(
  realm: TransactionRealm,
  exports: ModuleExports | null,
): FunctionInfo[] | null {
  if (exports === null) return null;
  // Not as part of the call that happens to be the first.
  const evaluate = (module: string) =>
    outsideCalls(() => realm.evaluateNow(module));
  setTimeout(evaluateAll, IDLE, Object.keys(exports), evaluate).unref();
  const info = (module: string, registered: RegisteredExport) => {
    let target: object | null = null;
    return {
      ...functionInfo(module, registered, null),
      get target() {
        target ??= evaluate(module)[registered.name] as object;
        return target;
      },
    };
  };
  return Object.entries(exports).flatMap(([module, functions]) =>
    functions.map((registered) => info(module, registered)),
  );
}

function evaluateAll(
  [module, ...others]: readonly string[],
  evaluate: (module: string) => unknown,
): void {
  if (module === undefined) return;
  try {
    evaluate(module);
  } catch {
    // A caller gets the error.
  }
  setImmediate(evaluateAll, others, evaluate).unref();
}
