/** What the launcher is told by the environment and by package.json. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const DEFAULT_PORT = 3000;

/**
 * `engine` in package.json: `env` is set where a new deployment has nothing, `productionEnv` instead of it in production,
 * and `afterDeploy` are functions to run once the functions are there (never in production).
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 */
export function readSettings(root, environment) {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const project = manifest.engine ?? {};
  const port = portOf(environment.PORT ?? String(DEFAULT_PORT));
  const productionEnv = project.productionEnv ?? {};
  const asked = ["1", "true", "yes"].includes(environment.PRODUCTION ?? "");
  const production = asked || isSame(productionEnv, environment);
  return {
    port,
    host: environment.HOST ?? "0.0.0.0",
    data: resolve(root, environment.DATA_DIR ?? "data"),
    origin: environment.ORIGIN ?? null,
    siteOrigin: environment.SITE_ORIGIN ?? null,
    behindProxy: environment.BEHIND_PROXY === "1",
    production,
    /** @type {Record<string, string>} */
    productionEnv,
    /** @type {Record<string, string>} */
    env: production ? productionEnv : (project.env ?? {}),
    /** @type {string[]} */
    afterDeploy: production ? [] : (project.afterDeploy ?? []),
  };
}

/** True when every variable that marks production has its value. */
export function isSame(wanted, given) {
  const entries = Object.entries(wanted);
  return (
    entries.length > 0 &&
    entries.every(([name, value]) => given[name] === value)
  );
}

function portOf(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_533)
    throw new Error(`PORT must be a port number up to 65533, not "${text}"`);
  return port;
}
