/** The two backends that must behave alike: convex-test, and the real engine behind the official HTTP client. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { convexTest } from "convex-test";
import { openTestEngine } from "../open-engine.ts";
import schema from "./app/convex/schema.ts";
import type { Args, Backend, Person } from "./case.ts";

export type OpenBackend = {
  /** A backend whose tables are empty. */
  fresh(): Promise<Backend>;
  close(): Promise<void>;
};

const modules = {
  ...import.meta.glob("./app/convex/*.ts"),
  // convex-test uses this path to find the functions' folder.
  "./app/convex/_generated/api.js": () => Promise.resolve({}),
};
const functions = {
  query: (path: string) => makeFunctionReference<"query", Args>(path),
  mutation: (path: string) => makeFunctionReference<"mutation", Args>(path),
  action: (path: string) => makeFunctionReference<"action", Args>(path),
};

export const openConvexTest = async (): Promise<OpenBackend> => ({
  fresh: async () => {
    const root = convexTest(schema, modules);
    const backend = (
      caller: Pick<typeof root, "query" | "mutation" | "action">,
    ): Backend => ({
      query: (path, args = {}) => caller.query(functions.query(path), args),
      mutation: (path, args = {}) =>
        caller.mutation(functions.mutation(path), args),
      action: (path, args = {}) => caller.action(functions.action(path), args),
      as: (person) => backend(root.withIdentity(person)),
      fetch: (path, init) => root.fetch(path, init),
    });
    return backend(root);
  },
  close: () => Promise.resolve(),
});

/** The HTTP client with a method that its types omit: an administrator who acts as another user. */
type ActingClient = ConvexHttpClient & {
  setAdminAuth(key: string, actingAs: Person): void;
};

export async function openRealEngine(): Promise<OpenBackend> {
  const engine = await openTestEngine({ project: "engine/tests/contract/app" });
  const backend = (person?: Person): Backend => {
    const client = new ConvexHttpClient(engine.url, {
      logger: false,
    }) as ActingClient;
    if (person !== undefined) client.setAdminAuth(engine.adminKey, person);
    return {
      query: (path, args = {}) => client.query(functions.query(path), args),
      mutation: (path, args = {}) =>
        client.mutation(functions.mutation(path), args),
      action: (path, args = {}) => client.action(functions.action(path), args),
      as: backend,
      fetch: (path, init) => fetch(`${engine.siteUrl}${path}`, init),
    };
  };
  return {
    fresh: async () => {
      const fresh = backend();
      await fresh.mutation("db:reset");
      return fresh;
    },
    close: () => engine.close(),
  };
}
