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
  // An empty variable is what an empty line of a settings file leaves: not set.
  const port = portOf(environment.PORT || String(DEFAULT_PORT));
  const productionEnv = project.productionEnv ?? {};
  const asked = ["1", "true", "yes"].includes(environment.PRODUCTION ?? "");
  const production = asked || isSame(productionEnv, environment);
  return {
    port,
    host: environment.HOST || "0.0.0.0",
    data: resolve(root, environment.DATA_DIR || "data"),
    origin: originOf("ORIGIN", environment.ORIGIN),
    siteOrigin: originOf("SITE_ORIGIN", environment.SITE_ORIGIN),
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

/** The engine would complain about an option of its own that the reader has never given. */
function originOf(name, text) {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(
      `${name} must be an address like https://shop.example, not "${text}"`,
    );
  if (url.href !== `${url.origin}/`)
    throw new Error(`${name} must not have a path: "${text}"`);
  return url.origin;
}
