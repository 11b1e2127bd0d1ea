/** The environment variables that code sees: the app those of the deployment, a component those that it was given. */
import type { DeployedComponent } from "./bundle.ts";
import type { FunctionsOptions } from "./functions.ts";
import { type FindPlace, mountedAt } from "./http-routing.ts";

export type Variables = Readonly<Record<string, string>>;

/** The deployment's variables with the built-in ones. */
export function environmentOf({ env, origins }: FunctionsOptions): Variables {
  return {
    ...env(),
    CONVEX_CLOUD_URL: origins.cloud,
    CONVEX_SITE_URL: origins.site,
  };
}

/**
 * What a component sees: the variables it was given and the built-in ones, where that of the site leads to what is served of
 * it, if anything.
 */
export function variablesOf(
  { env, path }: DeployedComponent,
  app: Variables,
  http: FindPlace,
): Variables {
  const given = Object.entries(env).flatMap(([name, binding]) => {
    const value = "value" in binding ? binding.value : app[binding.variable];
    return value === undefined ? [] : [[name, value] as const];
  });
  const mount = mountedAt(http, path);
  const { CONVEX_CLOUD_URL = "", CONVEX_SITE_URL = "" } = app;
  return {
    ...Object.fromEntries(given),
    CONVEX_CLOUD_URL,
    CONVEX_SITE_URL: CONVEX_SITE_URL + (mount ?? "").slice(0, -1),
  };
}
