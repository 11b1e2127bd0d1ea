/** Environment variables of code: the app sees the deployment's, a component those it was given. */
import type { DeployedComponent } from "./bundle.ts";
import type { FunctionsOptions } from "./functions.ts";
import { type FindPlace, mountedAt } from "../http-routing.ts";

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
 * Variables of a component: those it was given and the built-in ones. CONVEX_SITE_URL includes the component's mount
 * path, if it has one.
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
