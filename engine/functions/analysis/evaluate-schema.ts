/** Evaluates the bundled `schema.ts` in a separate realm and exports it. */
import { UserError } from "../../values/user-error.ts";
import type { DeployedModule } from "../deployed/bundle.ts";
import { FunctionThrew, fullText } from "../thrown.ts";
import { TransactionRealm } from "../transaction-realm.ts";
import { closedEnvironment } from "./closed-environment.ts";

/**
 * @param module null when the app has no schema.
 * @param timeout ms
 * @returns JSON text that `export()` of its default export returned.
 * @throws UserError when it cannot be evaluated or is not a schema.
 */
export async function evaluateSchema(
  module: DeployedModule | null,
  timeout: number,
): Promise<string | null> {
  if (module === null) return null;
  const realm = new TransactionRealm(
    [module],
    closedEnvironment({
      env: () => {
        throw new Error(
          "Environment variables unsupported when evaluating schema",
        );
      },
    }),
  );
  try {
    const { exports } = await realm.evaluate(module.path, timeout);
    const exported = exportOf(exports["default"]);
    if (exported === null)
      throw new UserError(
        "The default export of `convex/schema` is not a schema: it has no `export` method",
      );
    return exported;
  } catch (error) {
    if (!(error instanceof FunctionThrew)) throw error;
    throw new UserError(
      `Failed to evaluate schema: ${fullText(error.thrown).trimEnd()}`,
    );
  }

  function exportOf(schema: unknown): string | null {
    const { export: method } = (schema ?? {}) as { export?: unknown };
    if (typeof method !== "function") return null;
    try {
      return String((method as () => unknown).call(schema));
    } catch (error) {
      throw realm.threw(error);
    }
  }
}
