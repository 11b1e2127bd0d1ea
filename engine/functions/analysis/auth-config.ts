/** Evaluates the bundled `auth.config.ts`. Providers are interpreted in auth/. */
import type { JsonValue } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import type { DeployedModule } from "../deployed/bundle.ts";
import { FunctionThrew, fullText } from "../thrown.ts";
import { TransactionRealm } from "../transaction-realm.ts";
import { closedEnvironment } from "./closed-environment.ts";

/** Carries the backend's code: the CLI explains a missing variable by it. */
export class AuthConfigError extends UserError {
  readonly code: "AuthConfigMissingEnvironmentVariable" | "InvalidAuthConfig";

  constructor(code: AuthConfigError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * @param timeout ms
 * @returns its default export.
 * @throws AuthConfigError with the backend's texts.
 */
export async function evaluateAuthConfig(
  module: DeployedModule,
  env: Readonly<Record<string, string>>,
  timeout: number,
): Promise<JsonValue> {
  const missing: AuthConfigError[] = [];
  const realm = new TransactionRealm(
    [module],
    closedEnvironment({
      env: (name) => {
        if (Object.hasOwn(env, name)) return env[name];
        const error = new AuthConfigError(
          "AuthConfigMissingEnvironmentVariable",
          `Environment variable ${name} is used in auth config file but its value was not set`,
        );
        missing.push(error);
        throw error;
      },
    }),
  );
  try {
    const { exports } = await realm.evaluate(module.path, timeout);
    const { default: config } = exports;
    if (config === undefined || config === null)
      throw new AuthConfigError(
        "InvalidAuthConfig",
        "auth config file is missing default export. To learn more, see the auth documentation at https://docs.convex.dev/auth.",
      );
    return realm.jsonOf(config);
  } catch (error) {
    // Even if the code caught it, the missing variable is what the developer must know.
    const [first] = missing;
    if (first !== undefined) throw first;
    if (!(error instanceof FunctionThrew)) throw error;
    throw new AuthConfigError(
      "InvalidAuthConfig",
      fullText(error.thrown).trimEnd(),
    );
  }
}
