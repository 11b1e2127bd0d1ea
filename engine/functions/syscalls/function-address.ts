/** Which function a call, a schedule or a handle speaks of: `{name}`, `{functionHandle}` or `{reference}`. */
import type { JsonObject } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import { canonical, parsePath, type FunctionPath } from "../paths.ts";

/** Handles name the function itself: there is one deployment and no components. */
const HANDLE = "function://";

/** @throws UserError when none is named or it belongs to a component. */
export function addressOf(args: JsonObject, method: string): FunctionPath {
  const { name, functionHandle, reference } = args;
  if (typeof functionHandle === "string") {
    if (!functionHandle.startsWith(HANDLE))
      throw new UserError(
        `Invalid arguments for \`${method}\`: Invalid function handle: ${functionHandle}`,
      );
    return parsePath(functionHandle.slice(HANDLE.length));
  }
  if (typeof name === "string") return parsePath(name);
  if (typeof reference === "string")
    throw new UserError(
      `Components are not supported by this deployment: ${reference}`,
    );
  throw new UserError(
    `Invalid arguments for \`${method}\`: Missing required argument 'name'`,
  );
}

export function handleOf(path: FunctionPath): string {
  return HANDLE + canonical(path);
}
