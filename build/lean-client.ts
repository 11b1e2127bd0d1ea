/** Customers' pages and displays neither sign in nor page through lists: the Convex client's code for that is left out. */
import type { Plugin } from "vite";
import { environmentOf } from "./apps.ts";

const LEAN: readonly string[] = [environmentOf.customer, environmentOf.display];

/** In place of its files: what the rest of the client calls (tests/house/lean-client.test.ts). */
const INSTEAD = {
  authentication_manager: `export class AuthenticationManager {
    onTransition() {}
    onAuthError() {}
    stop() {}
  }`,
  paginated_query_client: `export class PaginatedQueryClient {
    constructor(client, onTransition) {
      client.addOnTransitionHandler((transition) =>
        onTransition({ ...transition, paginatedQueries: [] }));
    }
  }`,
};

const FILE =
  /convex\/dist\/esm\/browser\/sync\/(authentication_manager|paginated_query_client)\.js$/;

export const leanClient: Plugin = {
  name: "lean-client",
  apply: "build",
  applyToEnvironment: ({ name }) => LEAN.includes(name),
  load: {
    filter: { id: FILE },
    handler: (id) => INSTEAD[FILE.exec(id)?.[1] as keyof typeof INSTEAD],
  },
};
