/**
 * Resolves the function that a call, a schedule or a handle refers to: `{name}` in the same component,
 * `{functionHandle}` in any, or `{reference}` to an export of a child component.
 * Source: `resolve` in crates/model/src/components/mod.rs of get-convex/convex-backend.
 */
import type { JsonObject } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import {
  addressText,
  canonical,
  childPath,
  parseAddress,
  parsePath,
  type FunctionAddress,
} from "../paths.ts";

/** Handles contain the function's address, so they stay valid across pushes. */
const HANDLE = "function://";
const OWN = "_reference/function/";
const OF_CHILD = "_reference/childComponent/";

/**
 * @param from the calling code.
 * @throws UserError when no function is named, or the component does not exist or does not export it.
 */
export function addressOf(
  args: JsonObject,
  method: string,
  from: LoadedDeployment,
): FunctionAddress {
  const { name, functionHandle, reference } = args;
  if (typeof functionHandle === "string") {
    if (!functionHandle.startsWith(HANDLE))
      throw new UserError(
        `Invalid arguments for \`${method}\`: Invalid function handle: ${functionHandle}`,
      );
    return parseAddress(functionHandle.slice(HANDLE.length));
  }
  if (typeof name === "string") return own(name, from);
  if (typeof reference === "string") return referred(reference, method, from);
  throw new UserError(
    `Invalid arguments for \`${method}\`: Missing required argument 'name'`,
  );
}

export function handleOf(address: FunctionAddress): string {
  return HANDLE + addressText(address);
}

function own(path: string, { component }: LoadedDeployment): FunctionAddress {
  return { component, ...parsePath(path) };
}

function referred(
  reference: string,
  method: string,
  from: LoadedDeployment,
): FunctionAddress {
  if (reference.startsWith(OWN)) return own(reference.slice(OWN.length), from);
  if (!reference.startsWith(OF_CHILD))
    throw new UserError(
      `Invalid arguments for \`${method}\`: Invalid reference ${reference}`,
    );
  const [child = "", ...attributes] = reference
    .slice(OF_CHILD.length)
    .split("/");
  const component = childPath(from.component, child);
  const code = from.components.get(component);
  if (code === undefined)
    throw new UserError(`Child component "${child}" not found`);
  const name = attributes.at(-1) ?? "";
  const module = `${attributes.slice(0, -1).join("/")}.js`;
  const found = code.functions.get(canonical({ module, name }));
  if (found?.visibility !== "public")
    throw new UserError(
      `Child component "${child}" does not export ${JSON.stringify(attributes)}`,
    );
  return { component, module, name };
}
