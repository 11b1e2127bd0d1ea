/** One deployed function as the engine knows it. Holds the type only. */
import type { ValidatorJson } from "../values/validator-json.ts";
import type { FunctionPath } from "./paths.ts";

export type FunctionInfo = {
  readonly path: FunctionPath;
  readonly udfType: "Query" | "Mutation" | "Action";
  readonly visibility: "public" | "internal";
  readonly args: ValidatorJson;
  /** Null: anything. */
  readonly returns: ValidatorJson | null;
  /** The registered export inside the realm of transactions; null for actions of "use node" files, which are not there. Evaluates the module where that has not been done: may throw FunctionThrew. */
  readonly target: object | null;
};
