/** One deployed function as the engine knows it. Types only. */
import type { ValidatorJson } from "../../values/validator-json.ts";
import type { FunctionPath } from "../paths.ts";

export type FunctionInfo = {
  readonly path: FunctionPath;
  readonly udfType: "Query" | "Mutation" | "Action";
  readonly visibility: "public" | "internal";
  readonly args: ValidatorJson;
  /** Null: anything. */
  readonly returns: ValidatorJson | null;
  /**
   * The registered export inside the realm; null for actions of "use node" files, which are not in it. Evaluates the
   * module if needed, so it may throw FunctionThrew.
   */
  readonly target: object | null;
};
