/**
 * `ctx.runQuery` and `ctx.runMutation` inside queries and mutations: resolves and checks the call. The executor runs
 * it.
 * Source: `run_udf` in crates/isolate/src/environment/udf/async_syscall.rs of get-convex/convex-backend.
 */
import type { JsonObject, JsonValue } from "../../values/json.ts";
import type { TransactionLimits } from "../../values/limits.ts";
import { UserError } from "../../values/user-error.ts";
import { tablesOf, type Execution } from "../running/execution.ts";
import type { FunctionInfo } from "../deployed/function-info.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import { canonical } from "../paths.ts";
import { checkedArguments, notFound, wrongType } from "../validation.ts";
import { invalidArgument, isObject } from "./arguments.ts";
import { addressOf } from "./function-address.ts";
import { usedBy } from "./metadata.ts";

const MAX_DEPTH = 8;

const KINDS = {
  query: { udfType: "Query", callers: ["Query", "Mutation"], shown: "query" },
  mutation: { udfType: "Mutation", callers: ["Mutation"], shown: "mutation" },
  snapshotQuery: {
    udfType: "Query",
    callers: ["Mutation"],
    shown: "snapshot query",
  },
} as const;

export type NestedCall = {
  /** The called function's code. */
  readonly code: LoadedDeployment;
  readonly info: FunctionInfo;
  readonly udfType: "Query" | "Mutation";
  readonly args: JsonObject;
  /** Reads committed data, without the caller's writes; its reads cause no conflicts. */
  readonly isSnapshot: boolean;
  /** What the call's transaction may read, write and schedule in all while it runs. */
  readonly limits: TransactionLimits;
};

/** @throws UserError or FunctionThrew when the call is not allowed. */
export function nestedCall(parent: Execution, args: JsonObject): NestedCall {
  const kind = kindOf(args["udfType"]);
  if (!(kind.callers as readonly string[]).includes(parent.udfType))
    throw new UserError(
      `Cannot call a ${kind.shown} function from a ${parent.udfType} function`,
    );
  const address = addressOf(args, "runUdf", parent.code);
  const code = parent.code.components.get(address.component);
  const info = code?.functions.get(canonical(address));
  if (
    !code || // Guard untested: without code there is no function either; the check is for the type.
    info === undefined
  )
    throw notFound(address);
  if (info.udfType !== kind.udfType) throw wrongType(info, kind.udfType);
  const given = args["args"] ?? {};
  const checked = checkedArguments(
    info,
    given,
    tablesOf(parent.transaction, code),
    parent.udfType === "Mutation",
  );
  if (parent.depth >= MAX_DEPTH)
    throw new UserError(
      "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
    );
  return {
    code,
    info,
    udfType: kind.udfType,
    args: checked,
    isSnapshot: kind === KINDS.snapshotQuery,
    limits: limitsOf(parent, args["transactionLimits"]),
  };
}

/** @param budgets what the nested call may use of each limit, beyond what is used. */
function limitsOf(
  parent: Execution,
  budgets: JsonValue | undefined,
): TransactionLimits {
  const limits = { ...parent.transaction.limits };
  if (!isObject(budgets)) return limits;
  const used = usedBy(parent);
  for (const name of Object.keys(limits) as (keyof TransactionLimits)[]) {
    const budget = budgets[name] ?? limits[name];
    if (
      typeof budget !== "number" || // Guard untested: Number.isInteger says it too; the check is for the type.
      !Number.isInteger(budget) ||
      budget < 0
    )
      throw invalidArgument(
        `transactionLimits.${name}`,
        "runUdf",
        "expected a whole number that is not negative",
      );
    limits[name] = Math.min(limits[name], used[name] + budget);
  }
  return limits;
}

function kindOf(udfType: JsonValue | undefined) {
  switch (udfType) {
    case "query":
    case "mutation":
    case "snapshotQuery":
      return KINDS[udfType];
    default:
      throw new UserError(
        `Invalid argument \`udfType\` for \`runUdf\`: ${JSON.stringify(udfType)}`,
      );
  }
}
