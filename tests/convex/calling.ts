/** Calls any public function by its path, as the kind its module declares: query, mutation or action. */
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { must } from "../../convex/base/rules/errors.ts";
import { modules, type Caller } from "./open-app.ts";
import type { Form } from "./sample-rows.ts";

export type Args = Record<string, Value>;

type Registered = {
  isQuery?: true;
  isMutation?: true;
  exportArgs: () => string;
};
/** @param path as in surface.ts: `module:function` @param args all but a request key, which is added where needed */
export async function call(caller: Caller, path: string, given: Args) {
  const { isQuery, isMutation, exportArgs } = await registered(path);
  const isKeyed = exportArgs().includes('"requestKey"');
  const args = isKeyed ? { requestKey: "k", ...given } : given;
  const reference = makeFunctionReference<never, Args, unknown>(path);
  if (isQuery) return await caller.query(reference, args);
  if (isMutation) return await caller.mutation(reference, args);
  return await caller.action(reference, args);
}

/** Whether a function is a query, which never writes. */
export const isQuery = async (path: string): Promise<boolean> =>
  (await registered(path)).isQuery === true;

/** The form of a function's arguments, by name. */
export async function argFormsOf(path: string): Promise<[string, Form][]> {
  const { exportArgs } = await registered(path);
  const { value } = JSON.parse(exportArgs()) as Form & { type: "object" };
  return Object.entries(value).map(([name, { fieldType }]) => [
    name,
    fieldType,
  ]);
}

async function registered(path: string): Promise<Registered> {
  const [file = "", name = ""] = path.split(":");
  const load = must(modules[`../../convex/${file}.ts`], file);
  const module = (await load()) as Record<string, Registered | undefined>;
  return must(module[name], path);
}
