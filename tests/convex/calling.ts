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

export const isMutation = async (path: string): Promise<boolean> =>
  (await registered(path)).isMutation === true;

/** The form of a function's arguments, by name, and whether each may be left out. */
export async function argFormsOf(
  path: string,
): Promise<[name: string, form: Form, isOptional: boolean][]> {
  const { exportArgs } = await registered(path);
  const { value } = JSON.parse(exportArgs()) as {
    value: Record<string, { fieldType: Form; optional: boolean }>;
  };
  return Object.entries(value).map(([name, { fieldType, optional }]) => [
    ...([name, fieldType, optional] as const),
  ]);
}

async function registered(path: string): Promise<Registered> {
  const [file = "", name = ""] = path.split(":");
  const load = must(modules[`../../convex/${file}.ts`], file);
  const module = (await load()) as Record<string, Registered | undefined>;
  return must(module[name], path);
}
